"""Situations of registered CUDA programs, under the stand-in for ncu and without: what ctest says of each test."""
from ctest_situations import accept_build, add_test
from scenarios import failing, resnet, scaled

STAND_IN = "census: false\nretry_wait_s: 0\nmetrics: [gpu__time_duration.sum, region__instances]\n"


def _ncu(*more):
    return add_test('COMMAND "${resnet}"', "A::A1 B", "CONFIG ncu.yaml", *more)


def ctest_ncu(scene):
    """ctest of a CUDA program under ncu: range replay unless the test says otherwise."""
    scene.write("source/ncu.yaml", STAND_IN)
    scene.play(resnet())
    scene.configure(_ncu("SECTIONS SpeedOfLight"))
    scene.ctest()
    scene.configure(_ncu("REPLAY_MODE kernel", "KERNEL_EXCLUDE pool", "PRESET cache"))
    scene.ctest()


def ctest_suspect(scene):
    """ctest, a region is suspect against the stored baseline; and with fail_on."""
    scene.write("source/ncu.yaml", STAND_IN + "captures: 10\n")
    scene.play(resnet())
    accept_build(scene, _ncu())
    scene.write("source/ncu.yaml", STAND_IN)
    scene.play(resnet(scaled("gpu__time_duration.sum", 1.04)))
    scene.ctest()
    scene.write("source/ncu.yaml", STAND_IN + "fail_on: [suspect]\n")
    scene.play(resnet(scaled("gpu__time_duration.sum", 1.04)))
    scene.ctest()


def ctest_two_gpus(scene):
    """GPUS 2 with a resource file: the program sees the GPUs that CTest gave its test."""
    scene.write("source/ncu.yaml", STAND_IN)
    scene.write("resources.json", {"version": {"major": 1, "minor": 0},
                                   "local": [{"gpus": [{"id": "gpu_1a_2b", "slots": 1}, {"id": "gpu_3c", "slots": 1}]}]})
    program = scene.script("program", f"echo $CUDA_VISIBLE_DEVICES >> {scene.folder}/seen\nexec {scene.resnet}\n")
    scene.play(resnet())
    scene.configure(add_test(f"COMMAND {program}", "B", "CONFIG ncu.yaml", "GPUS 2"))
    scene.ctest("--resource-spec-file", scene.folder / "resources.json")
    scene.add("the program saw", sorted(set((scene.folder / "seen").read_text().splitlines())))


def ctest_cannot_measure(scene):
    """ctest without a driver: skipped; measured by the host profiler where there is a host build; failed where a GPU is required."""
    scene.write("source/ncu.yaml", STAND_IN)
    tests = [add_test('COMMAND "${resnet}"', "B", "CONFIG ncu.yaml"),
             add_test('COMMAND "${resnet}" HOST_COMMAND "${resnet}"', "B", "METRICS region__instances", name="host"),
             add_test('COMMAND "${resnet}" HOST_COMMAND "${resnet}"', "B", "REQUIRE_GPU", name="gpu")]
    scene.play(resnet(query_metrics={"exit": 1, "out": "==ERROR== Driver could not be loaded.\n"}))
    scene.configure("\n".join(tests))
    scene.ctest(runs=("t", "host", "gpu"))


def ctest_host_goes_on(scene):
    """ncu may not read the counters, and there is a host build: the host profiler goes on."""
    scene.play(resnet(failing("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission", 1)))
    scene.configure(add_test('COMMAND "${resnet}" HOST_COMMAND "${resnet}"', "B", "METRICS gpu__time_duration.sum region__instances"))
    scene.ctest()

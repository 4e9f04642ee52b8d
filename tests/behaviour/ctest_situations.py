"""Situations of registered tests: what ctest says of each of them."""
COUNTS = "METRICS region__instances host__kernel_launches.sum"


def add_test(program, regions, *more, name="t"):
    return f"ncu_regions_add_test(NAME {name} {program} REGIONS {regions} {' '.join(more)})"


def _host(mode, regions="empty inner", *more, name="t"):
    return add_test(f'HOST_COMMAND "${{ranges}}" {mode}', regions, COUNTS, *more, name=name)


def accept_build(scene, body, name="t"):
    scene.configure(body)
    scene.prepare(scene.tools.ctest, "--test-dir", "build")
    scene.prepare(scene.tools.cli, "accept", "--run", f"build/ncu-regions/{name}", "--reason", "first", "--captures", "1")


def ctest_first_run(scene):
    """ctest without a baseline: region tests are skipped."""
    scene.configure(_host("empty"))
    scene.ctest()


def ctest_require_baseline(scene):
    """ctest without a baseline where one is required."""
    scene.configure(_host("empty", "empty inner", "REQUIRE_BASELINE"))
    scene.ctest()


def ctest_pass(scene):
    """ctest, unchanged against a stored baseline; then one region alone."""
    accept_build(scene, _host("empty"))
    scene.ctest()
    scene.ctest("-R", r"t\.inner$")


def ctest_regressed(scene):
    """ctest, one region worse than the stored baseline and one gone; then only what failed."""
    accept_build(scene, _host("empty"))
    scene.configure(_host("exit 0"))
    scene.ctest()
    scene.ctest("--rerun-failed")


def ctest_instructions(scene):
    """ctest of the default metrics: instructions of one region are worse."""
    scene.need("valgrind")
    body = 'ncu_regions_add_test(NAME t HOST_COMMAND "${ranges}" work ${turns} REGIONS work)'
    accept_build(scene, "set(turns 1000)\n" + body)
    scene.configure("set(turns 10000)\n" + body)
    scene.ctest()


def ctest_warnings_only(scene):
    """ctest where all gates warn: a declared region is never opened."""
    scene.write("source/warn.yaml", "budgets: ['region__instances=0,warn', 'host__kernel_launches.sum=0,warn']\n")
    scene.configure(_host("empty", "empty missing", "BUDGETS warn.yaml"))
    scene.ctest()


def ctest_region_never_opened(scene):
    """ctest, one of two regions is never opened."""
    accept_build(scene, _host("empty", "empty"))
    scene.configure(_host("empty", "empty missing"))
    scene.ctest()


def ctest_limits(scene):
    """ctest without a baseline: a limit kept and one broken."""
    scene.configure(_host("empty", "empty inner", 'LIMITS "region__instances(empty)<=1" "region__instances(inner)<=1"'))
    scene.ctest()


def ctest_program_fails(scene):
    """ctest, the program ends with 77; it opens no region."""
    scene.configure(_host("exit 77", "empty") + "\n" + _host("nvtx-only", "empty", name="n"))
    scene.ctest(runs=("t", "n"))


def ctest_timeout(scene):
    """ctest, the program takes longer than its TIMEOUT."""
    scene.configure(_host("hang", "empty", "TIMEOUT 1"))
    scene.ctest()


def ctest_incomparable(scene):
    """ctest, the stored instructions are of another valgrind: with and without ALLOW_INCOMPARABLE."""
    scene.need("valgrind")
    metrics = "METRICS host__inst_executed.sum"
    accept_build(scene, add_test('HOST_COMMAND "${ranges}" work 1000', "work", metrics))
    stored = next((scene.folder / "source/baselines").rglob("*.json"))
    text = stored.read_text()
    stored.write_text(text.replace('"valgrind":"', '"valgrind":"1.0 '))
    scene.ctest()
    scene.configure(add_test('HOST_COMMAND "${ranges}" work 1000', "work", metrics, "ALLOW_INCOMPARABLE"))
    scene.ctest()


def ctest_stale_outcome(scene):
    """An outcome that passed lies there, the test is registered with other arguments, and the profile is left out."""
    accept_build(scene, _host("empty"))
    scene.ctest()
    scene.configure(_host("exit 0"))
    scene.ctest("-FS", ".", "-E", "profile")


def ctest_two_workloads(scene):
    """Two workloads, one of them worse: the summary has both."""
    both = _host("${mode}", "empty") + "\n" + _host("levels", "layer0", name="n")
    accept_build(scene, "set(mode empty)\n" + both)
    scene.configure("set(mode exit 0)\n" + both)
    scene.ctest(runs=("t", "n"))
    scene.cli("summarize", "--build", "build", run=None, out=True)


def ctest_base_build(scene):
    """Side by side with a base build: worse, unchanged, new here, and a region that the base alone declares."""
    body = _host("${mode}", "empty ${more}") + "\n" + _host("levels", "layer0", name="n")
    scene.configure(body + "\n", "base", "-Dmode=exit;0", "-Dmore=gone")
    scene.configure(body + "\n" + _host("empty", "inner", "REQUIRE_BASELINE", name="new"), "head", "-Dmode=empty", "-Dmore=inner")
    scene.ctest(build="head", runs=("t", "n", "new"), env={"NCU_REGIONS_BASE": str(scene.folder / "base")})


def ctest_base_build_wrong(scene):
    """A base build that is not there, and one that is the build itself."""
    scene.configure(_host("empty", "empty"))
    scene.ctest(env={"NCU_REGIONS_BASE": "/no/such/folder"})
    scene.ctest(env={"NCU_REGIONS_BASE": str(scene.folder / "build")})


def ctest_base_measures_nothing(scene):
    """The base build declares the region and does not open it."""
    scene.configure(_host("${mode}", "empty"), "base", "-Dmode=levels")
    scene.configure(_host("${mode}", "empty"), "head", "-Dmode=empty")
    scene.ctest(build="head", env={"NCU_REGIONS_BASE": str(scene.folder / "base")})


def ctest_check_by_hand(scene):
    """check of a registered test, with other arguments and side by side with a base build."""
    scene.configure(_host("${mode}", "empty"), "base", "-Dmode=empty")
    scene.configure(_host("${mode}", "empty"), "head", "-Dmode=empty")
    scene.cli("check", "--build", "head", "--test", "t", run="head/ncu-regions/t")
    scene.cli("check", "--build", "head", "--test", "t", "--base-build", "base", run="head/ncu-regions/t")
    scene.cli("check", "--build", "head", "--test", "other", run=None)

"""ci/gpu --dry-run BUILD: all of its steps, with the stand-in for ncu and host programs."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import ROOT
from workflow_steps import write_program

BUILD = pathlib.Path(os.environ["NCU_REGIONS_TEST_BUILD"])
STEPS = ["look for an NVIDIA driver", "install packages", "configure gpu", "build ncu-regions", "ask ncu-regions doctor", "build gpu", "record what no document says",
         "shallow_resnet, kernel replay", "shallow_resnet, range replay", "shallow_resnet, app-range replay", "nested and sibling regions", "kernel filters", "sections",
         "measure a baseline", "accept it", "check against it", "check with 10 % more work in A::A1", "ctest -L gpu", "compare times", "pack the bundle"]


def gpu(*arguments):
    result = subprocess.run([f"{ROOT}/ci/gpu", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return result.returncode, result.stdout


class DryRun(unittest.TestCase):
    def test_all_steps_end_as_expected(self):
        code, out = gpu("--dry-run", str(BUILD))
        self.assertEqual(code, 0, out)
        places = [out.find(f"] {step}: ") for step in STEPS]
        self.assertNotIn(-1, places, out)
        self.assertEqual(places, sorted(places), out)
        self.assertRegex(out, r"11 passed, 0 failed, 0 skipped")
        self.assertRegex(out, "range plan .* ratio")
        self.assertIn("| regressed |", out)
        self.assertIn("No number in it means anything.", out)
        records = BUILD / "gpu-dry-run/runs/records"
        self.assertIn("exit code: 0", (records / "ncu-query-metrics.txt").read_text())
        self.assertIn("A::A1", (records / "include-inner.results.txt").read_text())
        self.assertTrue((BUILD / "gpu-dry-run/bundle.tar.gz").is_file())

    def test_usage(self):
        for arguments, words in ((["--dry-run"], "needs a build folder"), (["--dry-run", "/nonexistent"], "no build folder"),
                                 (["--dry-run", str(ROOT)], "build it with tests"), (["--odd"], "unknown argument")):
            code, out = gpu(*arguments)
            self.assertEqual(code, 2, out)
            self.assertIn(words, out)


class SetUp(unittest.TestCase):
    """What a fresh Ubuntu meets before anything is measured."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_old_cmake_is_answered_with_the_command_that_installs_another(self):
        write_program(self.folder / "cmake", "echo 'cmake version 3.22.1'")
        script = f"SCRIPT=gpu; source {ROOT}/ci/lib/common.sh; LOGS={self.folder}; check_cmake_version"
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}
        result = subprocess.run(["bash", "-euc", script], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 2, result.stderr)
        message = (self.folder / "step.message").read_text()
        self.assertIn("cmake 3.22.1 is too old", message)
        self.assertIn("python3 -m pip install 'cmake>=3.25'", message)

    def test_compiler_that_nvcc_refuses_is_answered_with_cudahostcxx(self):
        nvcc = self.folder / "nvcc"
        write_program(nvcc, "echo '#error -- unsupported GNU version! gcc versions later than 12 are not supported!' >&2; exit 1")
        (self.folder / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(x CXX)\nset(NCU_REGIONS_ENABLE_CUDA ON)\n"
                                                    f"set(NCU_REGIONS_ENABLE_WORKLOADS ON)\ninclude({ROOT}/cmake/NcuRegionsCuda.cmake)\n")
        for required, code in (("ON", 1), ("OFF", 0)):
            result = subprocess.run(["cmake", "-S", self.folder, "-B", self.folder / required, f"-DNCU_REGIONS_REQUIRE_CUDA={required}"],
                                    env={**os.environ, "CUDACXX": str(nvcc)}, capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, code, result.stderr)
            words = " ".join(result.stderr.split())
            self.assertIn("refuses the C++ compiler of this machine", words)
            self.assertIn("CUDAHOSTCXX=g++-12", words)
            self.assertIn("unsupported GNU version", words)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])

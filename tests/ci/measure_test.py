"""ci/github/measure and build_tool in a repository of their own, with stand-ins for cmake, ctest and ncu-regions."""
import shutil
import subprocess
import unittest

from scripts_test import CTEST, TOOL
from support import ROOT, GitHubTest, clean_environment
from workflow_steps import run_script, write_program

CMAKE = """
echo "cmake $*" >>"$RECORD"
case $1 in
  --version) echo 'cmake version 3.25.1' ;;
  --build) mkdir -p "$2/bin"; cp "$STAND_IN" "$2/bin/ncu-regions" ;;
  *) mkdir -p "$4"; touch "$4/CTestTestfile.cmake" ;;
esac
"""


class MeasureTest(GitHubTest):
    def setUp(self):
        super().setUp()
        self.repo = self.folder / "a repository"
        shutil.copytree(ROOT / "ci", self.repo / "ci")
        for header in ("inja/inja.hpp", "nvtx3/nvToolsExt.h"):
            path = self.repo / "build/deps/usr/include" / header
            path.parent.mkdir(parents=True)
            path.touch()
        for name, text in {"cmake": CMAKE, "ctest": CTEST, "tool": TOOL, "dpkg-query": "echo ii", "g++": "", "ninja": "", "valgrind": ""}.items():
            write_program(self.folder / "bin" / name, text)
        (self.repo / ".gitignore").write_text("/build/\n")
        self.git("init", "-q", "-b", "main")
        self.base = self.commit("base")
        self.git("checkout", "-q", "-b", "topic")
        self.commit("change")
        self.git("checkout", "-q", "main")
        self.newer = self.commit("newer", "other")
        self.git("checkout", "-q", "topic")

    def git(self, *arguments):
        name = ["-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "commit.gpgsign=false"]
        return subprocess.run(["git", *name, *arguments], cwd=self.repo, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, text, file="file"):
        (self.repo / file).write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", text)
        return self.git("rev-parse", "HEAD")

    def script(self, command, **more):
        self.record = self.folder / "record"
        self.record.unlink(missing_ok=True)
        environment = clean_environment(self.github.url, RECORD=str(self.record), STAND_IN=str(self.folder / "bin/tool"), **more)
        return run_script(f"ci/github/{command}", self.repo, environment, self.folder / "bin")

    def calls(self):
        return [line for line in self.record.read_text().split("\n") if line and "--version" not in line]


class Measure(MeasureTest):
    def test_builds_where_the_branch_left_the_base_and_the_branch_alike(self):
        code, out = self.script("measure --base main -- -R x")
        self.assertEqual(code, 0, out)
        self.assertEqual((self.repo / "build/base/file").read_text(), "base")
        configured = [call.split(" -G ")[1] for call in self.calls() if "--build" not in call]
        self.assertEqual(len(configured), 2)
        self.assertEqual(configured[0], configured[1])
        self.assertIn(f"base={self.repo}/build/base/build/measure\n", out)
        self.assertIn("<-R>\n<x>\n", out)
        self.assertTrue((self.repo / "build/measure/ncu-regions-github/pack/w/run.json").is_file())
        self.assertEqual(self.git("status", "--short"), "")

    def test_of_a_merge_takes_its_first_parent(self):
        self.git("checkout", "-q", "--detach", "main")
        self.git("merge", "-q", "--no-ff", "-m", "merge", "topic")
        self.assertEqual(self.script("measure --base HEAD^1")[0], 0)
        self.assertEqual(self.git("-C", "build/base", "rev-parse", "HEAD"), self.newer)

    def test_of_another_base_changes_the_tree(self):
        self.script("measure --base main")
        self.git("checkout", "-q", "main")
        self.assertEqual(self.script("measure --base HEAD")[0], 0)
        self.assertEqual(self.git("-C", "build/base", "rev-parse", "HEAD"), self.newer)

    def test_without_a_base_the_stored_baselines_count(self):
        code, out = self.script('measure --base ""')
        self.assertEqual((code, "base=\n" in out, len(self.calls())), (0, True, 2))

    def test_code_is_that_of_ctest(self):
        self.assertEqual(self.script("measure --base main", CTEST="8")[0], 8)
        self.assertEqual(self.script("measure --base main", SUMMARIZE="77")[0], 77)
        self.assertEqual(self.script("measure --require-gpu", DOCTOR="77")[0], 3)

    def test_dry_run_changes_nothing(self):
        code, out = self.script("measure --base main --preset gpu --require-gpu --dry-run")
        self.assertEqual((code, self.record.exists(), (self.repo / "build/base").exists()), (0, False, False))
        for words in (self.base, "worktree add", "-DNCU_REGIONS_REQUIRE_CUDA=ON", " ctest ", "doctor", "summarize"):
            self.assertIn(words, out)

    def test_usage(self):
        self.git("checkout", "-q", "--orphan", "alone")
        self.commit("alone")
        for arguments, words in (("--base absent", "no commit"), ("--base --output=x", "no commit"), ("--base main", "in common"),
                                 ("--preset odd", "release or gpu"), ("--odd", "unknown")):
            code, out = self.script(f"measure {arguments}")
            self.assertEqual(code, 2)
            self.assertIn(words, out)


class BuildTool(MeasureTest):
    def test_builds_once_for_the_same_files(self):
        self.assertEqual(self.script("build_tool")[0], 0)
        self.assertEqual(len(self.calls()), 2)
        code, out = self.script("build_tool")
        self.assertEqual((code, self.calls()), (0, []))
        self.assertIn("of these files", out)

    def test_key_changes_with_the_files(self):
        first = self.script("build_tool --key")[1]
        self.commit("note", "README.md")
        self.assertEqual(self.script("build_tool --key")[1], first)
        self.commit("project()", "CMakeLists.txt")
        second = self.script("build_tool --key")[1]
        self.assertNotEqual(second, first)
        (self.repo / "CMakeLists.txt").write_text("not committed")
        self.assertNotEqual(self.script("build_tool --key")[1], second)

    def test_that_fails_leaves_no_key(self):
        write_program(self.folder / "bin/cmake", CMAKE.replace("--build)", "--build) exit 1;"))
        self.assertNotEqual(self.script("build_tool")[0], 0)
        self.assertFalse((self.repo / "build/tool/key").exists())


if __name__ == "__main__":
    unittest.main()

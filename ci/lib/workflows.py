"""Rules for workflows and composite actions that actionlint does not know: what could let somebody else's text or code do more than it may.

    python3 workflows.py FILE...     a Markdown file: its yaml blocks that are workflows

Prints file: what is wrong. Exit codes: 0 nothing found; 1 something was; 2 usage, or no python3-yaml.
"""
import os
import pathlib
import re
import sys

try:
    import yaml
except ImportError:  # another python3 may be first on PATH than the one that Debian's package is for
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3") and __name__ == "__main__":
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    yaml = None

PINNED = re.compile(r"[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+@[0-9a-f]{40}")
USES = re.compile(r"^\s*(?:- )?uses:\s*([^\s#]+)\s*(#.*)?$", re.MULTILINE)


class Source:
    """A workflow or an action: name for messages, text, and the parsed value."""

    def __init__(self, name, text):
        self.name, self.text, self.value = name, text, yaml.safe_load(text)

    def is_action(self):
        return isinstance(self.value, dict) and "runs" in self.value

    def events(self):
        events = self.value.get("on", self.value.get(True))  # YAML 1.1 reads the word on as true
        return [events] if isinstance(events, str) else list(events or [])

    def jobs(self):
        return {} if self.is_action() else self.value.get("jobs") or {}

    def steps(self):
        """(name of the job, step)"""
        if self.is_action():
            return [("action", step) for step in self.value["runs"]["steps"]]
        return [(name, step) for name, job in self.jobs().items() for step in job.get("steps") or []]


def sources_of(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    if not str(path).endswith(".md"):
        return [Source(str(path), text)]
    blocks = re.finditer(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [Source(f"{path}:{text.count(chr(10), 0, block.start()) + 1}", block.group(1)) for block in blocks
            if re.search(r"^jobs:", block.group(1), re.MULTILINE)]


def check_uses(source):
    for action, comment in USES.findall(source.text):
        if action.startswith("./"):
            continue
        if not PINNED.fullmatch(action):
            yield f"{action} is not pinned: expected a commit of 40 digits"
        elif not re.match(r"# \S", comment):
            yield f"{action}: no comment that says which version that is"
    count = sum(1 for _, step in source.steps() if "uses" in step) + sum(1 for job in source.jobs().values() if "uses" in job)
    if count != len(USES.findall(source.text)):
        yield "a 'uses' that is not written as 'uses: name@commit # version' on a line of its own"


def check_events(source):
    if "pull_request_target" in source.events():
        yield "pull_request_target: it has a token that may write beside the code of a fork; use pull_request and workflow_run"


def check_permissions(source):
    if source.is_action():
        return
    if "permissions" not in source.value:
        yield "no 'permissions' at the top: the token would have the repository's default"
    for name, permissions in [("the top", source.value.get("permissions"))] + [(n, j.get("permissions")) for n, j in source.jobs().items()]:
        if isinstance(permissions, str):
            yield f"permissions of {name}: '{permissions}'; expected a list of single ones"
        elif "write" in (permissions or {}).values() and (name == "the top" or source.events() != ["workflow_run"]):
            yield f"permissions of {name}: a token that may write; only a job of a workflow_run may have one"


def check_jobs(source):
    for name, job in source.jobs().items():
        if "timeout-minutes" not in job and "uses" not in job:
            yield f"job {name}: no timeout-minutes"


def check_steps(source):
    for job, step in source.steps():
        run = step.get("run", "")
        if "${{" in run:
            yield f"job {job}: an expression inside 'run': it would become part of the script; pass it through 'env'"
        if run.strip().count("\n") > 0:
            yield f"job {job}: a 'run' of several lines; put it into a script of ci/, which can be run anywhere"
        if "actions/checkout@" in step.get("uses", "") and (step.get("with") or {}).get("persist-credentials") is not False:
            yield f"job {job}: a checkout without 'persist-credentials: false'"


RULES = (check_uses, check_events, check_permissions, check_jobs, check_steps)


def findings(source):
    if not isinstance(source.value, dict):
        return ["not a workflow"]
    return [text for rule in RULES for text in rule(source)]


def main(paths):
    if yaml is None or not paths:
        print("workflows.py: python3 cannot import yaml; install python3-yaml" if yaml is None else "usage: workflows.py FILE...", file=sys.stderr)
        return 2
    found = [f"{source.name}: {text}" for path in paths for source in sources_of(path) for text in findings(source)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

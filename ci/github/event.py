"""Which pull request a workflow_run event is about. Everything comes from the event and from GitHub, nothing from artifacts."""
import json
import re
import urllib.parse


class EventError(Exception):
    """The event is not what was expected; one line for people."""


class Run:
    """The run that measured."""

    def __init__(self, number, attempt, sha, head_repository='', head_branch='', pull_requests=()):
        self.number, self.attempt, self.sha = number, attempt, sha
        self.head_repository, self.head_branch, self.pull_requests = head_repository, head_branch, tuple(pull_requests)


def read_event(path):
    try:
        with open(path, encoding="utf-8") as file:
            event = json.load(file)
    except (OSError, ValueError) as error:
        raise EventError(f"{path}: not a readable event ({error}); expected the JSON file that GITHUB_EVENT_PATH names") from error
    run = event.get("workflow_run") if isinstance(event, dict) else None
    if not isinstance(run, dict):
        raise EventError(f"{path}: no workflow_run in it; this script is for workflows that start 'on: workflow_run'")
    return run_of(run)


def run_of(run):
    sha, branch = run.get("head_sha"), run.get("head_branch")
    repository = (run.get("head_repository") or {}).get("full_name")
    numbers = [run.get("id"), run.get("run_attempt")]
    if not all(type(number) is int and number > 0 for number in numbers):
        raise EventError("the event's workflow_run has no id or run_attempt")
    if not (isinstance(sha, str) and re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", sha)):
        raise EventError("the event's workflow_run has no head_sha that is a commit")
    if not (isinstance(repository, str) and re.fullmatch(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+", repository) and isinstance(branch, str)):
        raise EventError("the event's workflow_run has no head_repository or head_branch; was the fork deleted?")
    pulls = [pull for pull in run.get("pull_requests") or [] if isinstance(pull, dict) and type(pull.get("number")) is int]
    return Run(*numbers, sha, repository, branch, [(pull["number"], address_of(pull)) for pull in pulls])


def address_of(pull):
    """Of the repository that it asks to be merged into: the list has those of other repositories too."""
    return ((pull.get("base") or {}).get("repo") or {}).get("url") or ""


def find_pull_request(client, repository, run):
    """(number, '') of the open pull request whose head is the run's commit, or (None, why there is none).

    The event lists pull requests of the same repository only. Those of forks are looked up by their branch.
    """
    found = {}
    for number, address in run.pull_requests:
        if not address or address.lower().endswith(f"/repos/{repository.lower()}"):
            found[number] = client.get(f"/repos/{repository}/pulls/{number}")
    if not found:
        head = urllib.parse.quote(f"{run.head_repository.split('/')[0]}:{run.head_branch}", safe="")
        for page in client.pages(f"/repos/{repository}/pulls?state=open&head={head}&per_page=100"):
            found.update({pull["number"]: pull for pull in page})
    candidates = [pull for pull in found.values() if is_of(pull, repository, run)]
    current = [pull["number"] for pull in candidates if pull["head"]["sha"] == run.sha]
    if len(current) == 1:
        return current[0], ""
    if current:
        raise EventError(f"pull requests {', '.join(f'#{n}' for n in sorted(current))} have the same head, {run.sha[:12]}: "
                         "which of them was measured cannot be told from the event; close all but one")
    if candidates:
        return None, f"the head of pull request #{candidates[0]['number']} is no longer {run.sha[:12]}: its newer run will comment"
    return None, f"no open pull request has the head {run.sha[:12]}"


def is_of(pull, repository, run):
    head, base = pull["head"].get("repo") or {}, pull["base"].get("repo") or {}
    return (pull["state"] == "open" and base.get("full_name", "").lower() == repository.lower()
            and head.get("full_name", "").lower() == run.head_repository.lower())

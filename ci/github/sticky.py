"""One comment per pull request and key, however many runs write it and whatever fails meanwhile.

The comments are looked at, one change is made, and they are looked at again, until a look shows exactly one comment of ours
that has the newest text. So it does not matter which answers were lost, and two runs at the same time end in the same state:
the oldest comment stays, with the text of the newest run.
"""
import re

from api import ATTEMPTS, ApiError, NotThere, Uncertain

MARKER = re.compile(r"<!-- ncu-regions key=([a-z0-9][a-z0-9-]{0,39}) run=([0-9]{1,19}) attempt=([0-9]{1,9}) sha=([0-9a-f]{40,64}) -->")
ROUNDS = 12
LOOKS = 3  # how often a comment that was created may be missing from a list before it counts as deleted


def marker(key, run):
    return f"<!-- ncu-regions key={key} run={run.number} attempt={run.attempt} sha={run.sha} -->"


def version_of(body, key):
    """(run, attempt) from the first line of a comment of that key, else None."""
    found = MARKER.fullmatch((body or "").split("\n", 1)[0].strip())
    return (int(found.group(2)), int(found.group(3))) if found and found.group(1) == key else None


def same_text(left, right):
    """GitHub may change line ends and blanks at the end."""
    return left.replace("\r\n", "\n").rstrip() == right.replace("\r\n", "\n").rstrip()


class Comment:
    def __init__(self, value, version):
        self.id, self.body, self.version = value["id"], value["body"], version


class Sticky:
    def __init__(self, client, repository, pull_request, key, run, login):
        self.client, self.key, self.login = client, key, login
        self.list_path = f"/repos/{repository}/issues/{pull_request}/comments"
        self.comment_path = f"/repos/{repository}/issues/comments"
        self.version = (run.number, run.attempt)
        self.created = None  # the id of the comment that we created
        self.written = {}  # id -> the text that GitHub confirmed
        self.missing = self.failures = 0
        self.outcome = "unchanged"

    def ours(self):
        """Comments with our marker, of our own login: anybody can write the marker into a comment of theirs."""
        found = []
        for page in self.client.pages(f"{self.list_path}?per_page=100"):
            for value in page:
                version = version_of(value.get("body"), self.key)
                if version and (value.get("user") or {}).get("login") == self.login:
                    found.append(Comment(value, version))
        return sorted(found, key=lambda comment: comment.id)

    def put(self, text, only_update=False):
        """Returns created, updated, unchanged, superseded (a newer run has written) or absent (only_update, and there is none)."""
        for number in range(ROUNDS):
            comments = self.ours()
            if self.waits_for_own(comments, number):
                continue
            if not comments and only_update:
                return "absent"
            if self.is_settled(comments, text):
                return "superseded" if self.newest(comments, text)[0] > self.version else self.outcome
            try:
                self.one_change(comments, text)
            except (Uncertain, NotThere) as error:
                self.forgive(error, comments)
        raise ApiError(f"the comments were still changing after {ROUNDS} rounds; is another workflow using the key '{self.key}'?")

    def waits_for_own(self, comments, number):
        """A list may be older than what was just created: posting again would make two."""
        if self.created is None or any(comment.id == self.created for comment in comments):
            self.missing = 0
            return False
        self.missing += 1
        if self.missing >= LOOKS:  # another run kept its own and deleted ours, or somebody deleted it
            self.created, self.missing = None, 0
            return False
        self.client.pause(number, "the new comment is not in the list yet")
        return True

    def newest(self, comments, text):
        best = max(comments, key=lambda comment: comment.version, default=None)
        return (best.version, best.body) if best and best.version > self.version else (self.version, text)

    def is_current(self, comment, version, text):
        return comment.version == version and (same_text(comment.body, text) or self.written.get(comment.id) == text)

    def is_settled(self, comments, text):
        return len(comments) == 1 and self.is_current(comments[0], *self.newest(comments, text))

    def one_change(self, comments, text):
        if not comments:
            value = self.client.post(self.list_path, {"body": text})
            self.created = value["id"]
            self.written[value["id"]] = text
            self.outcome = "created"
            return
        version, newest = self.newest(comments, text)
        if not self.is_current(comments[0], version, newest):
            self.client.patch(f"{self.comment_path}/{comments[0].id}", {"body": newest})
            self.written[comments[0].id] = newest
            self.outcome = "updated" if self.outcome == "unchanged" else self.outcome
            return
        self.client.delete(f"{self.comment_path}/{comments[-1].id}")  # only after the kept one has the newest text

    def forgive(self, error, comments):
        """What the next look clears up: an answer that was lost, a wait, a comment that somebody deleted meanwhile."""
        if isinstance(error, NotThere) and not comments:
            raise error  # nothing to comment on, or the token does not see it
        if not isinstance(error, Uncertain):
            return
        if self.outcome == "unchanged":
            self.outcome = "updated" if comments else "created"
        self.failures += 1
        if self.failures == ATTEMPTS or not error.waited:
            self.client.pause_or_fail(self.failures - 1, str(error))

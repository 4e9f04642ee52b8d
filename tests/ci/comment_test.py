"""ci/github/comment: one comment per key, on the right pull request."""
import unittest

from comment_fixture import COMMENT, LIST, CommentTest, text
from fake_github import REPO, Fault
from support import SHA


class TheComment(CommentTest):
    def test_is_created_once_and_names_commit_and_run(self):
        self.assert_posted(self.comment(), "created")
        self.assertIn(f"Commit {SHA[:12]}, [run 500](https://github.com/{REPO}/actions/runs/500)", self.ours()[0])
        self.assertEqual(self.waits, [])

    def test_is_changed_and_not_multiplied(self):
        self.comment("first")
        self.assert_posted(self.comment(number=501 - 1, attempt=2), "updated")
        self.assertEqual(self.github.count("POST"), 1)

    def test_is_left_alone_when_nothing_is_new(self):
        self.comment()
        self.assert_posted(self.comment(), "unchanged")
        self.assertEqual(self.github.count("PATCH"), 0)

    def test_is_found_behind_250_others(self):
        for number in range(250):
            self.github.add_comment(f"talk {number}", login="someone")
        self.github.add_comment(text(400))
        self.assert_posted(self.comment(), "updated")
        self.assertEqual(self.github.count("GET", "comments"), 6)  # three pages, twice

    def test_of_another_key_is_another_one(self):
        self.github.add_comment(text(400, key="host"))
        self.assert_posted(self.comment(), "created")
        self.assertEqual(self.ours("host"), [text(400, key="host")])

    def test_of_somebody_else_with_our_marker_is_not_touched(self):
        foreign = self.github.add_comment(text(999), login="mallory")
        self.assert_posted(self.comment(), "created")
        self.assertEqual(self.github.comments[foreign]["body"], text(999))

    def test_marker_counts_in_the_first_line_alone(self):
        quoted = self.github.add_comment("see\n" + text(999))
        self.assert_posted(self.comment(), "created")
        self.assertEqual(self.github.comments[quoted]["body"], "see\n" + text(999))

    def test_of_a_newer_run_is_not_overwritten(self):
        self.github.add_comment(text(501, words="newer words"))
        code, out, _ = self.comment()
        self.assertEqual((code, "superseded" in out), (0, True))
        self.assert_one("newer words", 501)

    def test_that_is_doubled_becomes_one(self):
        oldest = self.github.add_comment(text(300))
        for run in (301, 302):
            self.github.add_comment(text(run))
        self.assert_posted(self.comment(), "updated")
        self.assertEqual(list(self.github.comments), [oldest])

    def test_is_not_created_when_only_an_update_was_asked_for(self):
        code, out, _ = self.comment("new words", "--mode", "update")
        self.assertEqual((code, self.github.comments, "absent" in out), (0, {}, True))
        self.github.add_comment(text(400))
        self.assert_posted(self.comment("new words", "--mode", "update"), "updated")

    def test_survives_line_ends_that_github_changed(self):
        self.comment("a\nb")
        for comment in self.github.comments.values():
            comment["body"] = comment["body"].replace("\n", "\r\n") + "\n"
        code, out, _ = self.comment("a\nb")
        self.assertEqual((code, "unchanged" in out), (0, True))


class ThePullRequest(CommentTest):
    def test_of_a_fork_is_found_by_its_branch_and_commit(self):
        self.github.add_pull(7, SHA, head="fork/r", branch="fix/a&b")
        self.assert_posted(self.comment(repository="fork/r", branch="fix/a&b", pulls=()), "created")

    def test_whose_head_has_moved_on_gets_no_comment(self):
        self.github.add_pull(7, "b" * 40)
        code, out, _ = self.comment()
        self.assertEqual((code, self.github.comments, "no longer" in out), (0, {}, True))

    def test_that_is_closed_gets_no_comment(self):
        self.github.add_pull(7, SHA, state="closed")
        code, out, _ = self.comment()
        self.assertEqual((code, self.github.comments, "nothing to comment on" in out), (0, {}, True))

    def test_of_another_repository_with_the_same_branch_is_another(self):
        self.github.add_pull(7, SHA, head="fork/other")
        self.assertEqual((self.comment(repository="fork/r", pulls=())[0], self.github.comments), (0, {}))

    def test_of_the_event_that_is_for_another_repository_is_not_asked_for(self):
        self.assert_posted(self.comment(pulls=(99,), base="up/stream"), "created")  # found by its branch
        self.assertEqual(self.github.count("GET", "/pulls/99"), 0)

    def test_whose_fork_is_gone_is_no_candidate(self):
        self.github.add_pull(7, SHA, head=None)
        self.assertEqual((self.comment()[0], self.github.comments), (0, {}))

    def test_must_be_the_only_one_with_that_head(self):
        self.github.add_pull(8, SHA)
        self.assert_refused(self.comment(pulls=(7, 8)), "#7, #8", "close all but one")
        self.assertEqual(self.github.comments, {})

    def test_can_be_given_by_hand(self):
        body = self.folder / "b.md"
        body.write_text("new words")
        result = self.run_script(COMMENT, "--key", "gpu", "--body", body, "--pull-request", 7, "--run", 500, "--sha", SHA)
        self.assert_posted(result, "created")


class Usage(CommentTest):
    def assert_usage(self, words, *arguments):
        code, _, err = self.run_script(COMMENT, *arguments)
        self.assertEqual(code, 2)
        self.assertIn(words, err)
        self.assertEqual(self.github.requests, [])

    def test_is_checked_before_anything_is_sent(self):
        body, event = self.folder / "b.md", self.event()
        body.write_text("x")
        self.assert_usage("--key", "--body", body)
        self.assert_usage("--key", "--key", "A b", "--body", body)
        self.assert_usage("--body", "--key", "gpu")
        self.assert_usage("unrecognized", "--key", "gpu", "--body", body, "--token", "x")
        self.assert_usage("No such file", "--key", "gpu", "--body", self.folder / "absent", "--event", event)
        self.assert_usage("go together", "--key", "gpu", "--body", body, "--run", 3)

    def test_refuses_a_body_that_is_no_comment(self):
        event = self.event()
        for data, words in ((b"", "empty"), (b"a\0b", "NUL"), (b"\xff", "UTF-8"), (b"x" * (1 << 20) + b"x", "bytes")):
            (self.folder / "b.md").write_bytes(data)
            self.assert_usage(words, "--key", "gpu", "--body", self.folder / "b.md", "--event", event)

    def test_longest_comment_loses_only_its_last_line(self):
        room = 65536 - len(text(500, words=""))
        self.assertEqual(self.comment("\U0001f40c" * room)[0], 0)  # characters, not bytes
        self.assertEqual(len(self.ours()[0]), 65536)

    def test_comment_that_is_too_long_is_replaced_and_not_cut(self):
        self.github.add_comment(text(400))
        code, out, _ = self.comment("x" * 65536)
        self.assertEqual((code, "a short one takes its place" in out), (0, True))
        self.assert_one("too long for a comment")
        self.assertNotIn("xx", self.ours()[0])

    def test_comment_that_github_finds_too_long_is_replaced(self):
        self.github.faults = [Fault("POST", LIST, status=422, message="Body is too long (maximum is 65536 characters)")]
        self.assertEqual(self.comment("y" * 60000)[0], 0)
        self.assert_one("too long for a comment")

    def test_event_of_another_kind_is_refused(self):
        for data in ("{}", "[]", "no", '{"workflow_run": {"id": 1, "run_attempt": 1, "head_sha": "zz"}}',
                     '{"workflow_run": {"id": "1", "run_attempt": 1}}'):
            (self.folder / "e.json").write_text(data)
            (self.folder / "b.md").write_text("x")
            self.assertEqual(self.run_script(COMMENT, "--key", "gpu", "--body", self.folder / "b.md", "--event", self.folder / "e.json")[0], 1)
        self.assertEqual(self.github.requests, [])

    def test_dry_run_asks_nobody(self):
        code, out, _ = self.comment("x", "--dry-run")
        self.assertEqual((code, self.github.requests, "would write" in out), (0, [], True))


if __name__ == "__main__":
    unittest.main()

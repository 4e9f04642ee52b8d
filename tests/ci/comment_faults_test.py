"""ci/github/comment against a server that fails in every way that was thought of.

After each case there is exactly one comment of ours with the newest text, or a clear failure with nothing lost.
"""
import concurrent.futures
import unittest

from comment_fixture import LIST, ONE, CommentTest, text
from fake_github import BOT, REPO, Fault
from support import SHA

from api import Client  # of ci/github, which comment_fixture put on the path
from event import Run
from sticky import Sticky


class AFault(CommentTest):
    """(name, faults, seconds waited): the comment is created nevertheless, once."""

    SURVIVED = [
        ("500 before a list", [Fault("GET", LIST, status=500)], [1]),
        ("502 before a list, four times", [Fault("GET", LIST, status=502, times=4)], [1, 2, 4, 8]),
        ("a list cut off", [Fault("GET", LIST, cut="text", after=True)], [1]),
        ("a list whose connection ends", [Fault("GET", LIST, cut="connection", after=True)], [1]),
        ("a list dropped", [Fault("GET", LIST, drop=True)], [1]),
        ("502 before the effect", [Fault("POST", LIST, status=502)], [1]),
        ("502 after the effect", [Fault("POST", LIST, status=502, after=True)], [1]),
        ("500 three times, then the effect with 500", [Fault("POST", LIST, status=500, times=3),
                                                       Fault("POST", LIST, status=500, after=True)], [1, 2, 4, 8]),
        ("dropped before the effect", [Fault("POST", LIST, drop=True)], [1]),
        ("dropped after the effect", [Fault("POST", LIST, drop=True, after=True)], [1]),
        ("cut off after the effect", [Fault("POST", LIST, cut="text", after=True)], [1]),
        ("connection ends after the effect", [Fault("POST", LIST, cut="connection", after=True)], [1]),
        ("primary rate limit", [Fault("POST", LIST, status=403, headers={"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1042"},
                                      message="API rate limit exceeded")], [43]),
        ("rate limit whose reset is past", [Fault("GET", LIST, status=403, headers={"x-ratelimit-remaining": "0",
                                                                                     "x-ratelimit-reset": "900"})], [1]),
        ("secondary rate limit, 403", [Fault("POST", LIST, status=403, headers={"Retry-After": "60"})], [60]),
        ("secondary rate limit, 429", [Fault("POST", LIST, status=429, headers={"Retry-After": "7"})], [7]),
        ("secondary rate limit that says no time", [Fault("POST", LIST, status=403, message="You have exceeded a secondary rate limit")], [60]),
        ("500 before the pull request", [Fault("GET", "/pulls/7$", status=500)], [1]),
    ]

    def test_does_not_lose_or_double_a_new_comment(self):
        for name, faults, waits in self.SURVIVED:
            with self.subTest(name):
                self.github.comments.clear()
                self.github.faults, self.waits[:] = list(faults), []
                self.assert_posted(self.comment(), "created")
                self.assertEqual(self.waits, waits)
                self.assertTrue(all(fault.times == 0 for fault in faults), "a fault did not happen")

    CHANGED = [
        ("500 before the effect", [Fault("PATCH", ONE, status=500)]),
        ("502 after the effect", [Fault("PATCH", ONE, status=502, after=True)]),
        ("dropped after the effect", [Fault("PATCH", ONE, drop=True, after=True)]),
        ("cut off after the effect", [Fault("PATCH", ONE, cut="text", after=True)]),
        ("rate limit", [Fault("PATCH", ONE, status=429, headers={"Retry-After": "1"})]),
    ]

    def test_does_not_lose_or_double_a_changed_comment(self):
        for name, faults in self.CHANGED:
            with self.subTest(name):
                self.github.comments.clear()
                self.github.add_comment(text(400))
                self.github.faults, self.waits[:] = list(faults), []
                self.assert_posted(self.comment(), "updated")
                self.assertEqual((self.waits, self.github.count("POST")), ([1], 0))

    def test_of_deleting_is_repeated(self):
        for fault in (Fault("DELETE", ONE, status=500, after=True), Fault("DELETE", ONE, drop=True)):
            self.github.comments.clear()
            for run in (300, 301):
                self.github.add_comment(text(run))
            self.github.faults = [fault]
            self.assert_posted(self.comment(), "updated")

    def test_that_is_a_timeout_after_the_effect_is_survived(self):
        self.github.faults = [Fault("POST", LIST, block=True, after=True)]
        self.assert_posted(self.comment(seams={"timeout": 0.2}), "created")

    def test_that_lasts_ends_with_a_clear_failure(self):
        for method, path, times in (("GET", LIST, 6), ("POST", LIST, 6)):
            self.github.faults, self.waits[:] = [Fault(method, path, status=503, times=99)], []
            self.assert_refused(self.comment(), f"{method} /repos/o/r/issues/7/comments", "503", "6 times")
            self.assertEqual((self.waits, self.github.comments), ([1, 2, 4, 8, 16], {}))

    def test_that_lasts_leaves_the_old_comment(self):
        self.github.add_comment(text(400))
        self.github.faults = [Fault("PATCH", ONE, status=500, times=99)]
        self.assert_refused(self.comment(), "PATCH", "6 times")
        self.assert_one("old words", 400)


class ARefusal(CommentTest):
    """(name, fault, words of the message)"""

    TABLE = [
        ("no permission", Fault("POST", LIST, status=403, message="Resource not accessible by integration"), ["pull-requests: write"]),
        ("locked conversation", Fault("POST", LIST, status=403, message="Unable to create comment because issue is locked."), ["is locked"]),
        ("bad token", Fault("GET", "/pulls/7$", status=401, message="Bad credentials"), ["GITHUB_TOKEN"]),
        ("invalid for GitHub", Fault("POST", LIST, status=422, message="Validation Failed"), ["422", "Validation Failed"]),
        ("gone", Fault("GET", LIST, status=410, message="Gone"), ["410"]),
        ("not found", Fault("POST", LIST, status=404, message="Not Found"), ["404"]),
        ("rate limit for an hour", Fault("POST", LIST, status=403, headers={"Retry-After": "3600"}), ["3600 s", "later"]),
        ("a rate limit without end", Fault("POST", LIST, status=429, headers={"Retry-After": "1"}, times=99), ["rate limit", "6 times"]),
        ("redirect to another host", Fault("GET", LIST, status=301, headers={"Location": "http://localhost:9/"}), ["redirected"]),
        ("hostile words", Fault("POST", LIST, status=422, message="a\n::error::b\x1b[2J"), ["a?::error::b?[2J"]),
    ]

    def test_is_one_clear_message_and_nothing_is_posted(self):
        for name, fault, words in self.TABLE:
            with self.subTest(name):
                self.github.faults = [fault]
                self.assert_refused(self.comment(), "not posted", *words)
                self.assertEqual(self.github.comments, {})

    def test_of_a_next_page_on_another_host_keeps_the_token(self):
        self.github.faults = [Fault("GET", LIST, status=200, value=[], headers={"Link": '<http://127.0.0.1:9/x>; rel="next"'})]
        self.assert_refused(self.comment(), "another host", "not sent")

    def test_of_a_list_that_is_no_list(self):
        self.github.faults = [Fault("GET", LIST, status=200, message="odd")]
        self.assert_refused(self.comment(), "not of the expected form")


class AnotherRun(CommentTest):
    def during(self, method, path, action, after=True):
        self.github.faults.append(Fault(method, path, call=action, after=after))

    def test_that_creates_at_the_same_time_leaves_one(self):
        for run, expected in ((499, 500), (501, 501)):
            for after in (False, True):  # of its comment and ours either may be the older one
                self.github.comments.clear()
                self.during("POST", LIST, lambda run=run: self.github.add_comment(text(run, words=f"words of {run}")), after)
                self.assertEqual(self.comment("words of 500")[0], 0)
                self.assert_one(f"words of {expected}", expected)

    def test_that_created_while_our_answer_was_lost_leaves_one(self):
        self.during("POST", LIST, lambda: self.github.add_comment(text(499)), after=False)
        self.github.faults.append(Fault("POST", LIST, drop=True, after=True))
        self.assertEqual(self.comment()[0], 0)
        self.assert_one()

    def test_that_deletes_the_comment_before_it_is_changed(self):
        self.github.add_comment(text(400))
        self.during("PATCH", ONE, self.github.comments.clear, after=False)
        code, out, err = self.comment()
        self.assertEqual(code, 0, err)
        self.assert_one()

    def test_that_deletes_a_double_first(self):
        for run in (300, 301):
            self.github.add_comment(text(run))
        self.during("DELETE", ONE, lambda: self.github.comments.pop(max(self.github.comments)), after=False)
        self.assertEqual(self.comment()[0], 0)
        self.assert_one()

    def test_that_is_newer_and_writes_between_look_and_change_is_restored_by_its_own_look(self):
        self.github.add_comment(text(400))
        self.during("PATCH", ONE, lambda: self.github.add_comment(text(501, words="newest words")), after=True)
        self.assertEqual(self.comment()[0], 0)
        self.assert_one("newest words", 501)

    def test_that_is_newer_and_writes_while_ours_waits_is_not_overwritten(self):
        for fault in (Fault("PATCH", ONE, status=502), Fault("PATCH", ONE, drop=True), Fault("PATCH", ONE, status=429, headers={"Retry-After": "60"})):
            self.github.comments.clear()
            number = self.github.add_comment(text(400))
            self.github.faults = [fault]
            write = lambda _, number=number: self.github.comments[number].update(body=text(501, words="newest words"))  # noqa: E731
            self.assertEqual(self.comment(seams={"sleep": write})[0], 0)
            self.assert_one("newest words", 501)

    def test_and_seven_more_at_once_leave_one_and_a_later_one_is_right(self):
        def put(number):
            run = Run(number, 1, SHA)
            client = Client(self.github.url, "sesame", sleep=self.waits.append, log=lambda _: None)
            return Sticky(client, REPO, 7, "gpu", run, BOT).put(text(number, words=f"words of {number}"))
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(put, range(500, 508)))
        self.assertEqual(len(self.ours()), 1)
        put(600)
        self.assert_one("words of 600", 600)

    def test_list_that_does_not_show_the_new_comment_yet(self):
        self.during("POST", LIST, lambda: self.github.hidden.update({max(self.github.comments): 2}))
        self.assert_posted(self.comment(), "created")
        self.assertEqual((self.github.count("POST"), self.waits), (1, [2, 4]))

    def test_that_never_stops_is_an_error(self):
        self.github.add_comment(text(400))
        for _ in range(40):
            self.during("PATCH", ONE, lambda: [c.update(body=text(400)) for c in self.github.comments.values()])
        self.assert_refused(self.comment(), "still changing")


if __name__ == "__main__":
    unittest.main()

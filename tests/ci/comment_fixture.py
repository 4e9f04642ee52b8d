"""What the tests of ci/github/comment share."""
from fake_github import BOT
from support import SHA, GitHubTest, load

COMMENT = load("comment")
LIST, ONE = "/issues/7/comments$", "/issues/comments/"


def text(run, attempt=1, key="gpu", words="old words"):
    return f"<!-- ncu-regions key={key} run={run} attempt={attempt} sha={SHA} -->\n{words}"


class CommentTest(GitHubTest):
    def setUp(self):
        super().setUp()
        self.github.add_pull(7, SHA)

    def comment(self, words="new words", *more, seams=None, **event):
        body = self.folder / "comment.md"
        body.write_text(words)
        return self.run_script(COMMENT, "--key", "gpu", "--body", body, "--event", self.event(**event), *more, seams=seams)

    def ours(self, key="gpu"):
        return [c["body"] for c in self.github.comments.values() if c["user"]["login"] == BOT and f"key={key} " in c["body"].split("\n")[0]]

    def assert_one(self, words="new words", run=500):
        self.assertEqual(len(self.ours()), 1, self.ours())
        self.assertIn(words, self.ours()[0])
        self.assertTrue(self.ours()[0].startswith(f"<!-- ncu-regions key=gpu run={run} "), self.ours()[0])

    def assert_posted(self, result, outcome):
        self.assertEqual(result[0], 0, result)
        self.assertIn(f"#7, key gpu: {outcome}", result[1])
        self.assert_one()

    def assert_refused(self, result, *words):
        self.assertEqual(result[0], 1, result)
        for word in words:
            self.assertIn(word, result[2])
        self.assertEqual(len(result[2].strip().split("\n")), 1)

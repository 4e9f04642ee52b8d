"""ci/github/plan: which runners, behind which environment; and that a fork gets none where nobody has to approve."""
import json
import unittest

from fake_github import Fault
from support import GitHubTest, load

PLAN = load("plan")
RUNNERS = [{"name": "a100", "labels": ["self-hosted", "a100"]}, {"name": "h100", "labels": ["self-hosted", "h100"]}]
PROTECTED = {"name": "gpu-forks", "protection_rules": [{"type": "required_reviewers", "reviewers": [{"type": "User"}]}]}


class Plan(GitHubTest):
    def plan(self, runners=None, head="o/r", event=None):
        (self.folder / "runners.json").write_text(json.dumps(RUNNERS if runners is None else runners))
        event = event if event is not None else {"pull_request": {"head": {"repo": {"full_name": head} if head else None}}}
        (self.folder / "event.json").write_text(json.dumps(event))
        return self.run_script(PLAN, "--runners", self.folder / "runners.json", "--event", self.folder / "event.json")

    def assert_plan(self, result, runners, environment):
        self.assertEqual(result[0], 0, result)
        self.assertTrue(result[1].startswith(f"runners={json.dumps(runners)}\nenvironment={environment}\n"), result[1])

    def test_of_this_repository_asks_nobody(self):
        self.assert_plan(self.plan(), RUNNERS, "gpu")
        self.assert_plan(self.plan(event={}), RUNNERS, "gpu")
        self.assertEqual(self.github.requests, [])

    def test_without_runners_says_so(self):
        result = self.plan([])
        self.assert_plan(result, [], "gpu")
        self.assertIn("no GPU was measured", result[1])

    def test_of_a_fork_needs_an_environment_with_reviewers(self):
        for environment in (None, {"protection_rules": []}, {"protection_rules": [{"type": "wait_timer"}]},
                            {"protection_rules": [{"type": "required_reviewers", "reviewers": []}]}):
            self.github.environments = {"gpu-forks": environment} if environment else {}
            for head in ("fork/r", None):
                result = self.plan(head=head)
                self.assert_plan(result, [], "gpu-forks")
                self.assertIn("required reviewers", result[1])
        self.github.environments = {"gpu-forks": PROTECTED}
        self.assert_plan(self.plan(head="fork/r"), RUNNERS, "gpu-forks")

    def test_of_a_fork_without_an_answer_is_an_error(self):
        self.github.faults = [Fault("GET", "/environments/", status=403, message="Resource not accessible by integration")]
        self.assertEqual(self.plan(head="fork/r")[0], 1)

    def test_refuses_a_wrong_list(self):
        for runners in ({}, ["a"], [{"name": "a"}], [{"name": "a b", "labels": ["x"]}], [{"name": "a", "labels": []}],
                        [{"name": "a", "labels": "x"}], [RUNNERS[0], RUNNERS[0]], [{**RUNNERS[0], "more": 1}], [RUNNERS[0]] * 17):
            self.assertEqual(self.plan(runners)[0], 1, runners)

    def test_of_this_repository_is_valid(self):
        self.assertIsInstance(PLAN.read_runners(PLAN.os.path.join(PLAN.os.path.dirname(PLAN.__file__), "../../.github/gpu-runners.json")), list)


if __name__ == "__main__":
    unittest.main()

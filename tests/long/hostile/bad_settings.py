"""Settings files that say something wrong: exit code 2, and the message names the file."""
from .lab import fell, held

LINES = ["timeout: 5", "Timeout_s: 5", "timeout_s: soon", "timeout_s: -1", "timeout_s: [1]", "timeout_s: .nan", "timeout_s: 1e999", "captures: 0", "captures: -3", "captures: 1.5", "captures: many", "captures_max: -1", "confirm_s: -1",
         "family: 0", "family: x", "fail_on: [never]", "fail_on: suspect noisy", "fail_on: {a: b}", "profiler: gpu", "profiler: [host]", "metrics: host__inst_executed.sum: 1", "metrics: [nothing__at_all]", "metrics: {a: b}", "metrics: [[a]]",
         "budget_table: nothing", "budget_table: ../x", "budgets: 5", "budgets: [5]", "budgets: [{allow: 5 %}]", "budgets: [{metric: host__inst_executed.sum, allow: lots}]", "budgets: [{metric: host__inst_executed.sum, allow: -5 %}]",
         "budgets: [{metric: host__inst_executed.sum, gate: maybe}]", "budgets: [{metric: host__inst_executed.sum, direction: left}]", "budgets: [{metric: host__inst_executed.sum, max: x}]", "budgets: [{metric: host__inst_executed.sum, regions: hot}]",
         "budgets: [{metric: host__inst_executed.sum, region: nowhere, allow: 5 %}]", "budgets: [{metric: nothing__x, allow: 5 %}]", "budgets: ['host__inst_executed.sum=5%,up,down']", "budgets: ['host__inst_executed.sum']", "budgets: ['=5%']",
         "limits: 5", "limits: [5]", "limits: ['host__inst_executed.sum']", "limits: ['host__inst_executed.sum=5']", "limits: ['host__inst_executed.sum<=x']", "limits: ['host__inst_executed.sum(nowhere)<=5']", "limits: {a: b}",
         "waivers: 5", "waivers: [{region: hot}]", "waivers: [{metric: '*', region: hot, reason: x, author: y, until: never}]", "waivers: [{metric: '*', region: hot, reason: x, author: y, until: 2027-02-30}]",
         "waivers: [{metric: '*', region: hot, reason: x, author: '', until: 2027-02-01}]", "waivers: [{metric: '*', region: hot, reason: x, author: y, until: 2027-02-01, extra: z}]", "aggregate: perhaps", "top_kernels: -1", "top_kernels: x",
         "fallback: maybe", "census: 5x", "launcher: {a: b}", "launcher_position: beside", "ncu_cli: 5", "ncu_cli: {nothing: 1}", "ncu_cli: {replay_mode: never}", "ncu_cli: {launch_skip: -1}", "ncu_cli: {nvtx: {push_pop_scope: none}}", "a: b", "5",
         "[a, b]", "- a", "timeout_s: 5\ntimeout_s: 6", "timeout_s: 5\n---\ncaptures: 3", "timeout_s: 5\n...\nx", "timeout_s: [5", "timeout_s: 'x", "\ttimeout_s: 5", "timeout_s: 5\n  captures: 3", "a: &a [*a]", "timeout_s: *nothing",
         "? [a]\n: b", "!!binary x: y", "timeout_s: !!python/object x", "<<: {timeout_s: x}", "%YAML 9\n---\na", "\0", "timeout_s: 5\0", "\xff\xfe", "{" * 5000, "[" * 100_000, "a: " * 2000]
BEFORE = ["", "# a comment\n", "retry_wait_s: 5\n", "census: true\n\n", "fail_on: []\n"]


def attempt(lab, generator, index):
    text = generator.choice(BEFORE) + LINES[(index + lab.seed * 17) % len(LINES)] + generator.choice(("", "\n", "\n# end\n"))
    (lab.place / "settings.yaml").write_bytes(text.encode("latin-1"))
    outcome = lab.run("budgets", "--region", "hot", "--config", "settings.yaml")
    if outcome.breakage():
        return fell(outcome.breakage(), outcome)
    if outcome.code != 2:
        return fell(f"exit code {outcome.code} for {text[:120]!r}", outcome)
    if "settings.yaml" not in outcome.text and "nothing__" not in text:
        return fell(f"the message does not name the file for {text[:120]!r}", outcome)
    return fell("a message of more than 2,000 characters", outcome) if len(outcome.text) > 2_000 else held()

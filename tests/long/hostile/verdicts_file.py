"""verdicts.json of a red run edited by hand towards green; the region tests read it."""
import json
import shutil

from .kinds import pick
from .project import ctest, judge_ctest, project_of, remove
from .lab import CannotStart

COUNT = 40


def red_project(lab):
    """The project with a slower program and the outcome of its measurement; measured once."""
    project = project_of(lab)
    project.put_slower()
    kept = project.source / "kept/red"
    if not kept.exists():
        if ctest(project.build, "-R", r"\.t\.").code == 0:
            raise CannotStart("the slower program is green")
        shutil.copytree(project.state, kept)
    remove(project.state)
    shutil.copytree(kept, project.state)
    return project


def try_edit(lab, change):
    project = red_project(lab)
    file = project.state / "t/verdicts.json"
    content = json.loads(file.read_text())
    changed = change(content)
    file.write_text(changed if isinstance(changed, str) else json.dumps(content))
    return judge_ctest(ctest(project.build, "-R", r"\.t\.hot$", "-FS", ".*"))


def red(content):
    return [verdict for verdict in content["verdicts"] if verdict["verdict"] == "regressed"]


def word(lab, generator):
    new = generator.choice(("pass", "improved", "waived", "no_baseline", "suspect", "noisy", "waiver_stale", "Pass", "ok", ""))
    return try_edit(lab, lambda content: [verdict.update(verdict=new) for verdict in red(content)] and None)


def code(lab, generator):
    new = generator.choice((0, 77, 2, -1, "0", None, 1e9))
    return try_edit(lab, lambda content: [verdict.update(ctest_exit_code=new) for verdict in red(content)] and None)


def word_and_code(lab, generator):
    new = generator.choice((("pass", 0), ("improved", 0), ("no_baseline", 77), ("suspect", 77), ("not_measured", 77)))
    return try_edit(lab, lambda content: [verdict.update(verdict=new[0], ctest_exit_code=new[1]) for verdict in red(content)] and None)


def word_and_all_codes(lab, generator):
    """The words and both codes; the values still say that it is worse."""
    def change(content):
        content["exit_code"] = 0
        for verdict in red(content):
            verdict.update(verdict="pass", ctest_exit_code=0)
    return try_edit(lab, change)


def exit_code(lab, generator):
    return try_edit(lab, lambda content: content.update(exit_code=generator.choice((0, 77, 3, 4))))


def gate(lab, generator):
    new = generator.choice(("warn", "info", "none", ""))
    return try_edit(lab, lambda content: [verdict.update(gate=new) for verdict in red(content)] and None)


def waiver(lab, generator):
    def change(content):
        for verdict in red(content):
            verdict.update(verdict="waived", waived=generator.choice(("regressed", None, "pass")), ctest_exit_code=0)
    return try_edit(lab, change)


def verdict_gone(lab, generator):
    def change(content):
        content["verdicts"] = [verdict for verdict in content["verdicts"] if verdict["verdict"] != "regressed"]
        if generator.random() < 0.5:
            content["exit_code"] = 0
    return try_edit(lab, change)


def declared_by_another_name(lab, generator):
    return try_edit(lab, lambda content: [verdict.update(declared="cold") for verdict in red(content)] and None)


def all_gone(lab, generator):
    return try_edit(lab, lambda content: content.update(verdicts=[], **generator.choice(({}, {"declared": []}, {"exit_code": 0}))))


def marked_as_skipped(lab, generator):
    return try_edit(lab, lambda content: content.update(skipped=True, **generator.choice(({}, {"exit_code": 77}))))


def smaller_value(lab, generator):
    """Values that would pass beside words that do not, or the other way round."""
    def change(content):
        for verdict in red(content):
            verdict["now"] = verdict["baseline"]
            if generator.random() < 0.5:
                verdict.update(verdict="pass", ctest_exit_code=0)
    return try_edit(lab, change)


def undecided(lab, generator):
    def change(content):
        for verdict in red(content):
            verdict.update(beyond_this_machine=True, **generator.choice(({}, {"verdict": "not_measured", "ctest_exit_code": 77}, {"did_not_run": True})))
    return try_edit(lab, change)


def cut(lab, generator):
    def change(content):
        text = json.dumps(content)
        return text[:generator.randrange(1, len(text) - 3)]
    return try_edit(lab, change)


def broken(lab, generator):
    text = generator.choice(("", "{}", "[]", "null", "\x00", '{"schema":2}', '{"schema":3,"verdicts":[]}'))
    return try_edit(lab, lambda content: text or " ")


def twice(lab, generator):
    """A passing twin before or behind each red line."""
    def change(content):
        for verdict in red(content):
            twin = {**verdict, "verdict": "pass", "ctest_exit_code": 0}
            content["verdicts"].insert(generator.choice((0, len(content["verdicts"]))), twin)
    return try_edit(lab, change)


def key_twice(lab, generator):
    return try_edit(lab, lambda content: json.dumps(content).replace('"verdict": "regressed"', '"verdict": "regressed", "verdict": "pass"').replace('"ctest_exit_code": 1', '"ctest_exit_code": 1, "ctest_exit_code": 0'))


def other_workload(lab, generator):
    return try_edit(lab, lambda content: content.update(workload=generator.choice(("s", "", "T")), **generator.choice(({}, {"device": "x"}, {"kind": "range"}))))


def one_leaf(lab, generator):
    """Any one value of a red line replaced; the line stays red or is refused."""
    def change(content):
        verdict = generator.choice(red(content))
        key = generator.choice([key for key in verdict if key not in ("reason", "budget_origin", "limit_origin")])
        verdict[key] = generator.choice((None, 0, "", "x", -1, True, False, [], {}))
    return try_edit(lab, change)


KINDS = [word, code, word_and_code, word_and_all_codes, exit_code, gate, waiver, verdict_gone, declared_by_another_name, all_gone, marked_as_skipped, smaller_value, undecided, cut, broken, twice, key_twice,
         other_workload, one_leaf, one_leaf]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)

"""Budgets, limits, metrics and keys that do not say what they seem to: the program is several times slower, so it is red or the setting is refused."""
from .kinds import pick
from .lab import judge, plain

COUNT = 96
INSTRUCTIONS = "host__inst_executed.sum"


def check(lab, generator, options, setting=(), files=None, is_slower=True):
    n = generator.choice((5_000, 9_000))
    lab.take_baselines(lab.good(plain(n)))
    for name, text in (files or {}).items():
        (lab.place / name).write_text(text)
    return judge(lab.check(plain(n * generator.randrange(3, 9) if is_slower else n), options=options), setting=setting)


def budget(lab, generator, texts, setting):
    text = generator.choice(texts)
    return check(lab, generator, ("--budget", text), (*setting, text.split("=")[-1] or "budget"))


def negative(lab, generator):
    return budget(lab, generator, [f"{INSTRUCTIONS}={a}" for a in ("-5%", "-1000", "-1e9%", "-0.1%|1000", "5%|-3")], ("-",))


def no_number(lab, generator):
    return budget(lab, generator, [f"{INSTRUCTIONS}={a}" for a in ("nan%", "inf%", "1e400%", "NaN", "infinity", "0x10%", "five%", "1,5%", "%", "|", "5%|", "|5%", "5%%", "")],
                  (INSTRUCTIONS, "quantity", "budget"))


def wrong_unit(lab, generator):
    return budget(lab, generator, [f"{INSTRUCTIONS}=1000{u}" for u in ("ns", "s", "KB", "GiB", "points", "parsec")], ("ns", "KB", "GiB", "points", "parsec", " s"))


def metric_not_measured(lab, generator):
    return budget(lab, generator, ["host__inst_executed=1%", "inst_executed.sum=1%", "host__inst_exceuted.sum=1%", "host__*_nothing=1%", "*x=1%"],
                  ("host__inst", "inst_executed", "nothing", "*x"))


def region_not_declared(lab, generator):
    return budget(lab, generator, [f"{INSTRUCTIONS}({r})=1%" for r in ("cold", "Hot", "hot/*", "ho", "h?", "*/hot", "x*")], ("(", "region"))


def contradictory_words(lab, generator):
    words = generator.choice(("up,down", "down,up", "fail,warn", "warn,fail", "info,fail", "fail,info", "both,down", "down,both", "fail,fail,warn", "up,up,down"))
    return check(lab, generator, ("--budget", f"{INSTRUCTIONS}=1%,{words}"), (words.split(",")[-1], INSTRUCTIONS))


def two_allowances(lab, generator):
    return budget(lab, generator, [f"{INSTRUCTIONS}={a}" for a in ("1%,500%", "500%,1%", "1%|2%|900%", "1% 900%")], (INSTRUCTIONS, "%"))


def odd_words(lab, generator):
    word = generator.choice(("Fail", "FAIL", "wran", "ignore", "off", "none", "pass", "skip", "up;down"))
    return check(lab, generator, ("--budget", f"{INSTRUCTIONS}=1%,{word}"), (word,))


def malformed(lab, generator):
    return budget(lab, generator, ["", "=", "=5%", INSTRUCTIONS, f"{INSTRUCTIONS}<=5", f"{INSTRUCTIONS}(hot=5%", f"{INSTRUCTIONS}hot)=5%", f"{INSTRUCTIONS}()=5%", "()=5%", f"{INSTRUCTIONS}==5%"],
                  ("budget", INSTRUCTIONS))


def nothing_is_gated(lab, generator):
    every = ["--budget", f"{INSTRUCTIONS}=info", "--budget", "region__instances=info", "--budget", "host__kernel_launches.sum=info"]
    return check(lab, generator, every, ("gate", "info"))


def only_times(lab, generator):
    metrics = generator.choice(("[host__time_duration.sum]", "[host__cpu_time.sum]", "[host__time_duration.sum,host__cpu_time.sum]"))
    return check(lab, generator, (f"metrics={metrics}",), ("host__", "time"))


def unknown_metrics(lab, generator):
    metrics = generator.choice(("[host__nothing.sum]", "[nothing]", "[host__inst_executed.sum,host__nothing.sum]", "[\"\"]", "[1]", "x", "{a: b}", "[[a]]"))
    return check(lab, generator, (f"metrics={metrics}",), ("metric",))


def unknown_keys(lab, generator):
    key = generator.choice(("metrix=[host__inst_executed.sum]", "budget=[]", "limit=[]", "gate=info", "ncu_cli.nothing=1", "timeout=5", "Captures=3", "fail-on=[noisy]", "=", "=5", "a.b.c=1",
                            "~nothing", "~", "workload.regions=[]"))
    return check(lab, generator, (key,), (key.strip("~").split("=")[0] or "=", "key=value", "unknown key"))


def odd_values(lab, generator):
    key = generator.choice(("captures=0", "captures=-1", "captures=x", "captures=1.5", "captures=1e9x", "captures_max=-1", "confirm_s=-1", "confirm_s=nan", "family=0", "family=-1", "timeout_s=0",
                            "timeout_s=-1", "timeout_s=nan", "timeout_s=x", "profiler=none", "profiler=", "aggregate=maybe", "fail_on=[never]", "budget_table=none", "budget_table=../default",
                            "budget_table=", "captures=[1]", "launcher=5x: y", "top_kernels=-1", "fallback=maybe"))
    return check(lab, generator, (key,), (key.split("=")[0], f"'{key.split('=', 1)[1]}'"))


def odd_deadline(lab, generator):
    value = generator.choice(("0", "-1", "nan", "x", "1e-9", "0.001"))
    return check(lab, generator, ("--deadline", value), ("deadline", "--deadline"))


def odd_limits(lab, generator):
    text = generator.choice((f"{INSTRUCTIONS}<5", f"{INSTRUCTIONS}=5", f"{INSTRUCTIONS}<=", f"{INSTRUCTIONS}<=nan", f"{INSTRUCTIONS}<=-inf", f"{INSTRUCTIONS}=>5", f"{INSTRUCTIONS}(nowhere)<=5", "nothing<=5",
                             f"{INSTRUCTIONS}<=5ns", f"{INSTRUCTIONS}>=0<=9", "<=5", ""))
    return check(lab, generator, ("--limit", text), ("limit", "<=", INSTRUCTIONS))


def contradictory_limits(lab, generator):
    return check(lab, generator, ("--limit", f"{INSTRUCTIONS}<=1", "--limit", f"{INSTRUCTIONS}>=1000000000"), ("limit", INSTRUCTIONS))


def kept_limit_is_no_excuse(lab, generator):
    """A limit that is kept does not make up for the regression."""
    return check(lab, generator, ("--limit", f"{INSTRUCTIONS}<={generator.choice(('1e15', '1000000000'))}"))


def last_one_wins(lab, generator):
    loose = generator.choice((f"{INSTRUCTIONS}=100000%", f"{INSTRUCTIONS}(hot)=1e9", "host__*=99999%", "*=99999%"))
    tight = generator.choice((f"{INSTRUCTIONS}=1%", f"{INSTRUCTIONS}(h*)=0.5%|100", f"{INSTRUCTIONS}(hot)=0"))
    return check(lab, generator, ("--budget", loose, "--budget", tight))


def looser_ones_dropped(lab, generator):
    files = {"loose.yaml": f"budgets:\n  - {INSTRUCTIONS}=99999%\n"}
    return check(lab, generator, ("--config", "loose.yaml", generator.choice(("~budgets", "budgets=[]"))), ("'budgets'",), files=files)


def of_the_other_direction(lab, generator):
    return check(lab, generator, ("--budget", f"{INSTRUCTIONS}=1%,{generator.choice(('both', 'up'))}", "--budget", generator.choice(("region__instances=up", "host__kernel_launches.sum=up"))))


def second_document(lab, generator):
    """A limit that the unchanged program breaks stands in the second document."""
    limit = f"limits: [\"{INSTRUCTIONS}<={generator.randrange(1, 9)}\"]\n"
    text = generator.choice((f"timeout_s: 50\n---\n{limit}", f"---\n---\n{limit}", f"timeout_s: 50\n...\n---\n{limit}", f"# settings\n---\ntimeout_s: 50\n--- # more\n{limit}"))
    return check(lab, generator, ("--config", "two.yaml"), ("two.yaml",), {"two.yaml": text}, is_slower=False)


def limit_is_broken(lab, generator):
    """A limit holds for an unchanged program, however it is written."""
    limit = generator.choice((f"{INSTRUCTIONS}<=5", f"{INSTRUCTIONS}(hot)<=5", f"{INSTRUCTIONS}(*)<=5", f"region__instances>={generator.randrange(2, 99)}", "host__*<=5"))
    if generator.random() < 0.5:
        return check(lab, generator, ("--limit", limit), (limit,), is_slower=False)
    return check(lab, generator, ("--config", "l.yaml"), ("l.yaml",), {"l.yaml": f"limits: ['{limit}']\n"}, is_slower=False)


def key_twice(lab, generator):
    files = {"twice.yaml": f"budgets: [\"{INSTRUCTIONS}=1%\"]\nbudgets: [\"{INSTRUCTIONS}=99999%\"]\n"}
    return check(lab, generator, ("--config", "twice.yaml"), ("twice.yaml",), files)


def words_of_a_file_contradict(lab, generator):
    line = generator.choice((f"{INSTRUCTIONS}=1%,up,down", f"{INSTRUCTIONS}=1%,fail,info"))
    return check(lab, generator, ("--config", "b.yaml"), ("b.yaml",), {"b.yaml": f"budgets: [\"{line}\"]\n"})


def entry_says_it_twice(lab, generator):
    more = generator.choice(("    direction: up\n    direction: down\n", "    gate: fail\n    gate: info\n", "    allow: 1 %\n    allow: 99999 %\n"))
    return check(lab, generator, ("--config", "b.yaml"), ("b.yaml",), {"b.yaml": f"budgets:\n  - metric: {INSTRUCTIONS}\n{more}"})


def expired_waiver(lab, generator):
    until = generator.choice(("2020-01-31", "2000-02-29", "1999-12-31"))
    text = f"waivers:\n  - metric: {INSTRUCTIONS}\n    region: hot\n    reason: x\n    author: ada\n    until: {until}\n"
    return check(lab, generator, ("--config", "w.yaml"), files={"w.yaml": text})


def odd_waiver(lab, generator):
    line = generator.choice(("until: 2099-13-01", "until: 2099-02-30", "until: never", "until: 99999-01-01", "until: ''", "author: ''", "reason: ''", "region: ''", "metrics: x", "until: 31.12.2099", "until: 2099-1-1"))
    entry = {"metric": INSTRUCTIONS, "region": "hot", "reason": "x", "author": "ada", "until": "2099-01-31"}
    entry[line.split(":")[0]] = line.split(": ", 1)[1]
    text = "waivers:\n  - " + "\n    ".join(f"{key}: {value}" for key, value in entry.items()) + "\n"
    return check(lab, generator, ("--config", "w.yaml"), ("w.yaml",), {"w.yaml": text})


def waiver_on_the_command_line(lab, generator):
    return check(lab, generator, (f"waivers=[{{metric: \"*\", region: \"*\", reason: x, author: y, until: 2099-01-31}}]",), ("waivers",))


def waiver_of_another(lab, generator):
    metric, region = generator.choice((("region__instances", "hot"), (INSTRUCTIONS, "cold"), (INSTRUCTIONS, "Hot"), ("host__inst", "hot")))
    text = f"waivers:\n  - metric: {metric}\n    region: {region}\n    reason: x\n    author: ada\n    until: 2099-01-31\n"
    return check(lab, generator, ("--config", "w.yaml"), ("w.yaml",), {"w.yaml": text})


def odd_options(lab, generator):
    options = generator.choice((("--fail-on", "never"), ("--family", "0"), ("--family", "-3"), ("--preset", "nothing"), ("--preset", "../default"), ("--preset", "x.yaml"), ("--config", "nothing.yaml"), ("--config", "."),
                                ("--baseline", "x"), ("--quiet",), ("--region", ""), ("--region", "nowhere"), ("--budgets", "strict"), ("--preset", "")))
    return check(lab, generator, options, (options[-1] or "region", options[0]))


def looser_table(lab, generator):
    return check(lab, generator, (generator.choice(("budget_table=relaxed", "budget_table=strict")), "confirm_s=0", "captures_max=1"))


KINDS = [negative, no_number, wrong_unit, metric_not_measured, region_not_declared, contradictory_words, two_allowances, odd_words, malformed, nothing_is_gated, only_times, unknown_metrics, unknown_keys,
         odd_values, odd_deadline, odd_limits, contradictory_limits, kept_limit_is_no_excuse, last_one_wins, looser_ones_dropped, of_the_other_direction, second_document, limit_is_broken, key_twice, words_of_a_file_contradict,
         entry_says_it_twice, expired_waiver, odd_waiver, waiver_on_the_command_line, waiver_of_another, odd_options, looser_table]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)

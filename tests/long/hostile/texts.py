"""Hostile names in the comment, the page, JUnit, annotations and on the terminal: they are text everywhere, and the red region stays red."""
import html.parser
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree

from .kinds import pick
from .lab import CannotStart, fell, held, plain
from .run_files import file_bytes
from .words import TEXTS, odd_text

COUNT = 160
BAD_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def red_run(lab):
    """A packed red run of one region; made once."""
    if not hasattr(lab, "packed"):
        before = lab.place
        lab.enter("packed-run")
        lab.take_baselines(lab.good(plain(5_000)))
        if lab.check(plain(50_000)).code != 1:
            raise CannotStart("the slower program is not red")
        lab.packed = lab.place / "run"
        lab.place = before
    return lab.packed


def escaped(label):
    return "".join("\\" + c if c in "/@\\" else c for c in label)


def with_name(lab, label):
    """The run as if its region had been called so."""
    run = lab.place / "pack/vic"
    run.mkdir(parents=True)
    for name in ("verdicts.json", "run.json", "explain.json"):
        content = json.loads((red_run(lab) / name).read_text())
        (run / name).write_bytes(file_bytes(name, renamed(content, escaped(label)), ensure_ascii=False))
    return run


def renamed(content, label):
    if isinstance(content, dict):
        return {renamed_text(key, label): renamed(value, label) for key, value in content.items()}
    if isinstance(content, list):
        return [renamed(value, label) for value in content]
    return renamed_text(content, label) if isinstance(content, str) else content


def renamed_text(text, label):
    return label if text == "hot" else text


class Elements(html.parser.HTMLParser):
    """What a browser would make of a page: its elements and where they lead."""

    def __init__(self):
        super().__init__()
        self.counts = {}
        self.handlers = 0
        self.targets = set()

    def handle_starttag(self, tag, attributes):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        for name, value in attributes:
            self.handlers += name.startswith("on")
            if name in ("href", "src", "action") and value and not value.startswith("#"):
                self.targets.add(value[:80])


def elements_of(text):
    elements = Elements()
    elements.feed(text)
    return elements


def rendered(markdown):
    if not shutil.which("cmark-gfm"):
        return None
    return subprocess.run(["cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough", "-e", "tagfilter"], input=markdown, stdout=subprocess.PIPE, check=True).stdout.decode("utf-8", "replace")


def outputs(lab, run):
    """All that is made of a run for people and programs; None where it was refused."""
    place = lab.place
    summary = lab.run("summarize", run.parent, "--markdown", place / "c.md", "--junit", place / "c.xml", "--annotations")
    page = lab.run("show", run, "--html", "--out", place / "page.html")
    return summary, page


def expected(lab):
    """What the same run gives with a plain name."""
    if not hasattr(lab, "plain_outputs"):
        before = lab.place
        lab.enter("plain-name")
        summary, _ = outputs(lab, with_name(lab, "hot"))
        comment = (lab.place / "c.md").read_bytes()
        page = lab.place / "page.html"
        lab.plain_outputs = {"annotations": count_annotations(summary.out), "comment": elements_of(rendered(comment) or ""), "page": elements_of(page.read_text()) if page.exists() else None}
        lab.place = before
    return lab.plain_outputs


def count_annotations(out):
    return sum(re.match(r"\s*(::[a-z]|##\[)", line) is not None for line in re.split("[\n\r\u0085\u2028\u2029]", out))


def extra_elements(found, wanted):
    odd = [tag for tag, count in found.counts.items() if count > wanted.counts.get(tag, 0) and tag not in ("br", "code", "wbr")]
    if odd:
        return f"elements that a plain name does not make: {odd}"
    if found.handlers > wanted.handlers:
        return "an event handler came in"
    if found.targets - wanted.targets:
        return f"links that a plain name does not make: {sorted(found.targets - wanted.targets)[:3]}"
    return ""


def problem_in(lab, run, summary, page):
    plain_ones = expected(lab)
    if BAD_CONTROLS.search(summary.text.replace("\r\n", "\n")):
        return "control characters on the terminal"
    if count_annotations(summary.out) != plain_ones["annotations"]:
        return "a workflow command more or less than with a plain name"
    comment = (lab.place / "c.md").read_bytes()
    if b"regressed" not in comment.lower() and b"failed" not in comment.lower():
        return "the comment does not say that it is red"
    made = rendered(comment)
    problem = extra_elements(elements_of(made), plain_ones["comment"]) if made else ""
    if problem:
        return f"comment: {problem}"
    try:
        suites = xml.etree.ElementTree.parse(lab.place / "c.xml")
    except xml.etree.ElementTree.ParseError as error:
        return f"JUnit: {error}"
    if not suites.findall(".//failure"):
        return "JUnit has no failure"
    file = lab.place / "page.html"
    problem = extra_elements(elements_of(file.read_text(errors="replace")), plain_ones["page"]) if file.exists() and plain_ones["page"] else ""
    return f"page: {problem}" if problem else ""


def try_name(lab, label):
    run = with_name(lab, label)
    summary, page = outputs(lab, run)
    for outcome in (summary, page):
        if outcome.breakage():
            return fell(outcome.breakage(), outcome)
    if not (lab.place / "c.md").exists():
        return held("refused") if summary.code != 0 else fell("no comment was written", summary)
    if "not measured" in summary.out and "passed" not in summary.out.replace("0 passed", ""):
        return held("refused: " + summary.first_line("cannot|json|not")[:80])
    problem = problem_in(lab, run, summary, page)
    return fell(f"{label[:60]!r}: {problem}", summary) if problem else held()


def known_text(index):
    def kind(lab, generator):
        return try_name(lab, TEXTS[(index + lab.seed * 31) % len(TEXTS)])
    kind.__name__ = "known_text"
    return kind


def random_text(lab, generator):
    return try_name(lab, odd_text(generator))


def measured_names(lab, generator):
    """Names as a program gives them, through a real check: its words on the terminal and its reports."""
    labels = [text for text in dict.fromkeys(generator.sample(TEXTS, 8)) if "\0" not in text and len(text) < 1000]
    good = [word for label in labels for word in plain(300, label)]
    words = lab.place / "words"
    words.write_bytes(b"".join(word.encode("utf-8", "surrogateescape") + b"\0" for word in good))
    regions = [escaped(label).encode("utf-8", "surrogateescape") for label in labels]
    declared = [word for region in regions for word in ("--region", region)]
    outcome = lab.run("check", "--name", "vic", *declared, "--run", "run", "--baselines", "bl", "--", lab.victim, f"@{words}")
    if outcome.breakage():
        return fell(outcome.breakage(), outcome)
    if BAD_CONTROLS.search(outcome.text):
        return fell(f"control characters on the terminal with {labels!r}", outcome)
    if outcome.code == 2:
        return held("refused: " + outcome.first_line()[:100])
    shown = lab.run("summarize", "run", "--markdown", lab.place / "c.md", "--junit", lab.place / "c.xml", "--annotations")
    if shown.breakage() or BAD_CONTROLS.search(shown.text):
        return fell(shown.breakage() or "control characters on the terminal", shown)
    try:
        xml.etree.ElementTree.parse(lab.place / "c.xml")
    except xml.etree.ElementTree.ParseError as error:
        return fell(f"JUnit: {error}", shown)
    return held() if outcome.code == 4 else fell(f"exit code {outcome.code} instead of 4", outcome)


def attempt(lab, generator, index):
    kinds = [known_text(index)] * 10 + [random_text] * 3 + [measured_names]
    return pick(kinds, lab, generator, index)

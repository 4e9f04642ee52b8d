"""Test selection and concurrency: the program was rebuilt and is slower, and ctest is asked for a part of the tests, twice, or with results of others."""
import os
import shutil
import subprocess
import time

from . import process
from .kinds import pick
from .lab import fell
from .project import SCRIPT, TURNS, ctest, judge_ctest, project_of, remove

COUNT = 44
WITHOUT_PROFILE = (("-L", "ncu-regions", "-E", "profile"), ("-R", r"\.t\.(hot|cold)$", "-FS", ".*"), ("-R", r"\.t\.hot$", "-FA", ".*"), ("-R", r"ncu-regions\.t\.", "-E", "profile"),
                   ("-R", r"\.t\.hot$", "-FS", "ncu.*"), ("-R", r"\.t\.cold$", "-FA", "."))


def slower_project(lab):
    project = project_of(lab)
    project.put_slower()
    return project


def without_profile(lab, generator):
    return judge_ctest(ctest(slower_project(lab).build, *generator.choice(WITHOUT_PROFILE)))


def one_region(lab, generator):
    return judge_ctest(ctest(slower_project(lab).build, "-R", generator.choice((r"\.t\.hot$", r"\.t\.cold$", r"t\.(hot|cold)", "hot"))))


def in_parallel(lab, generator):
    more = generator.choice(((), ("--schedule-random",), ("--stop-on-failure",), ("--repeat", "until-pass:2"), ("--repeat", "until-fail:2")))
    return judge_ctest(ctest(slower_project(lab).build, "-L", "ncu-regions", generator.choice(("-j8", "-j2")), *more))


def rerun_failed(lab, generator):
    project = slower_project(lab)
    ctest(project.build, "-R", r"\.t\.")
    return judge_ctest(ctest(project.build, "--rerun-failed"))


def rerun_failed_without_profile(lab, generator):
    project = slower_project(lab)
    ctest(project.build, "-R", r"\.t\.")
    shutil.rmtree(project.state)
    shutil.copytree(project.good_state, project.state)
    return judge_ctest(ctest(project.build, "--rerun-failed", "-FS", ".*"))


def by_number(lab, generator):
    project = slower_project(lab)
    listed = process.run(["ctest", "--test-dir", project.build, "-N"], cwd=lab.folder)
    number = next(line.split("#")[1].split(":")[0].strip() for line in listed.out.splitlines() if ".t.hot" in line)
    return judge_ctest(ctest(project.build, "-I", f"{number},{number}"))


def two_at_once(lab, generator):
    """Two ctests in one build folder: neither may be green."""
    project = slower_project(lab)
    words = ["ctest", "--test-dir", str(project.build), "-R", r"\.t\.", "--no-tests=error"]
    other = subprocess.Popen(words, cwd=project.build, env=process.clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    time.sleep(generator.uniform(0, 1.5))
    own = ctest(project.build, "-R", r"\.t\.")
    out, _ = other.communicate(timeout=process.HANG_SECONDS)
    if other.returncode == 0:
        return fell("the first of two ctests in one folder is green: " + " / ".join(line.strip() for line in out.decode().splitlines() if "t.hot" in line))
    return judge_ctest(own)


def copied_outcome(lab, generator):
    """After a red run somebody puts the files of a green one in its place."""
    project = slower_project(lab)
    ctest(project.build, "-R", r"\.t\.")
    names = generator.choice((("verdicts.json",), ("verdicts.json", "run.json"), None))
    if names is None:
        remove(project.state / "t")
        shutil.copytree(project.good_state / "t", project.state / "t")
    else:
        for name in names:
            shutil.copy2(project.good_state / "t" / name, project.state / "t" / name)
    return judge_ctest(ctest(project.build, *generator.choice(WITHOUT_PROFILE)))


def previous_outcome(lab, generator):
    """The green run before, moved back."""
    project = slower_project(lab)
    ctest(project.build, "-R", r"\.t\.")
    remove(project.state / "t")
    (project.state / "t.previous").rename(project.state / "t")
    return judge_ctest(ctest(project.build, *generator.choice(WITHOUT_PROFILE)))


def outcome_of_another_test(lab, generator):
    project = slower_project(lab)
    remove(project.state / "t")
    shutil.copytree(project.state / "s", project.state / "t")
    if generator.random() < 0.5:  # as if it were of this test
        file = project.state / "t/verdicts.json"
        file.write_text(file.read_text().replace('"workload":"s"', '"workload":"t"').replace('"workload": "s"', '"workload": "t"'))
    return judge_ctest(ctest(project.build, "-R", r"\.t\.hot$", "-FS", ".*"))


def other_registration(lab, generator):
    """Registered with other arguments since it was measured."""
    project = project_of(lab)
    content = project.tests_json()
    entry = next(test for test in content["tests"] if test["name"] == "t")
    change = generator.choice(("args", "environment", "host_command"))
    if change == "args":
        entry["args"] = ["push", "hot", "work", str(TURNS * 9), "pop", "push", "cold", "work", str(TURNS * 9), "pop"]
    elif change == "environment":
        if isinstance(entry["environment"], dict):
            entry["environment"]["SIZE"] = "9"
        else:
            entry["environment"].append("SIZE=9")
    else:
        entry["host_command"] = [str(lab.build_victim("slower", 9)), *entry["host_command"][1:]]
    project.write_tests_json(content)
    return judge_ctest(ctest(project.build, *generator.choice(WITHOUT_PROFILE)))


def older_program(lab, generator):
    """Time stamps say that the program is older than its outcome, or that the outcome is of tomorrow."""
    project = slower_project(lab)
    if generator.random() < 0.5:
        os.utime(project.program, (1_000_000_000, 1_000_000_000))
    else:
        tomorrow = time.time() + 86_400
        for file in (project.state / "t").rglob("*"):
            os.utime(file, (tomorrow, tomorrow))
    return judge_ctest(ctest(project.build, *generator.choice(WITHOUT_PROFILE)))


def script_changed(lab, generator):
    """The program is an interpreter, and its script does more than when it was measured."""
    project = project_of(lab)
    (project.source / "run.sh").write_text(SCRIPT.format(turns=TURNS * 9))
    options = generator.choice((("-R", r"\.s\.hot$", "-FS", ".*"), ("-R", r"ncu-regions\.s\.", "-E", "profile"), ("-R", r"\.s\.hot$")))
    return judge_ctest(ctest(project.build, *options))


def no_outcome(lab, generator):
    project = slower_project(lab)
    gone = generator.choice(("t", "t/verdicts.json", "t/run.json"))
    remove(project.state / gone)
    return judge_ctest(ctest(project.build, *generator.choice(WITHOUT_PROFILE)))


def killed_profile(lab, generator):
    """The measurement is ended in the middle; an old outcome must not stand in for it."""
    project = slower_project(lab)
    words = [str(lab.tool), "profile", "--build", str(project.build), "--test", "t"]
    profile = subprocess.Popen(words, cwd=project.build, env=process.clean_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    time.sleep(generator.uniform(0.02, 1.2))
    process.end_group(profile)
    profile.wait()
    return judge_ctest(ctest(project.build, *generator.choice(WITHOUT_PROFILE)))


def short_timeout(lab, generator):
    return judge_ctest(ctest(slower_project(lab).build, "-R", r"\.t\.", "--timeout", "1"))


def base_of_the_environment(lab, generator):
    """NCU_REGIONS_BASE names nothing, while the profile is left out or not."""
    base = generator.choice(("/nowhere", "relative", str(slower_project(lab).build)))
    options = generator.choice((("-R", r"\.t\."), ("-R", r"\.t\.hot$")))
    return judge_ctest(ctest(lab.project.build, *options, env={"NCU_REGIONS_BASE": base}))


def edited_registration(lab, generator):
    """CTest's own file is older than the registration: a region that is no longer declared."""
    project = slower_project(lab)
    content = project.tests_json()
    entry = next(test for test in content["tests"] if test["name"] == "t")
    entry["regions"] = generator.choice((["cold"], ["hot2"], []))
    project.write_tests_json(content)
    return judge_ctest(ctest(project.build, "-R", r"\.t\.hot$"))


def summary_and_report_alone(lab, generator):
    """The report of a red run says so whoever asks first."""
    project = slower_project(lab)
    ctest(project.build, "-R", "profile.t")
    return judge_ctest(ctest(project.build, "-R", r"\.t\.(hot|cold)$", "-FS", ".*", "-j4"))


KINDS = [without_profile, one_region, in_parallel, rerun_failed, rerun_failed_without_profile, by_number, two_at_once, copied_outcome, previous_outcome, outcome_of_another_test, other_registration, older_program,
         script_changed, no_outcome, killed_profile, short_timeout, base_of_the_environment, edited_registration, summary_and_report_alone]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)

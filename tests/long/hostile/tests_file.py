"""tests.json edited by hand: the registered program is slower, and its registration is damaged."""
import json

from .kinds import pick
from .lab import fell, judge
from .project import project_of, two_regions, write_words

COUNT = 60
KEYS = ("name", "gpu_command", "host_command", "args", "environment", "working_directory", "regions", "preset", "config_files", "overrides", "lists", "baselines", "run", "require_baseline", "allow_incomparable",
        "require_gpu", "build")


def check(lab, project, setting=()):
    project.put_slower()
    return judge(lab.run("check", "--build", project.build, "--test", "t"), setting=("tests.json", *setting))


def edited(lab, change, setting=()):
    project = project_of(lab)
    content = project.tests_json()
    entry = next(test for test in content["tests"] if test["name"] == "t")
    change(content, entry)
    project.write_tests_json(content)
    return check(lab, project, setting)


def edited_text(lab, change):
    project = project_of(lab)
    file = project.state / "tests.json"
    changed = change(file.read_bytes())
    file.write_bytes(changed)
    return check(lab, project)


def cut(lab, generator): return edited_text(lab, lambda data: data[:generator.randrange(1, len(data) - 3)])
def emptied(lab, generator): return edited_text(lab, lambda data: generator.choice((b"", b"{}", b"[]", b"null", b'{"tests":[]}', b'{"tests":null}', b'{"tests":{"name":"t"}}', b"\xff", b'{"tests":[null]}')))
def text_behind(lab, generator): return edited_text(lab, lambda data: data + generator.choice((b"x", b"{}", data, b"\0")))
def conflict_markers(lab, generator): return edited_text(lab, lambda data: b"<<<<<<< HEAD\n" + data + b"=======\n" + data + b">>>>>>> x\n")
def not_utf8(lab, generator): return edited_text(lab, lambda data: data.replace(b'"hot"', b'"h\xfft"'))


def key_gone(lab, generator):
    key = generator.choice(KEYS)
    return edited(lab, lambda content, entry: entry.pop(key), (key, "'t'"))


def wrong_type(lab, generator):
    key = generator.choice(KEYS)
    return edited(lab, lambda content, entry: entry.update({key: generator.choice((None, 1, -1.5, [[]], {"a": {}}, [1], [None]))}), (key, "'t'"))


def no_regions(lab, generator):
    return edited(lab, lambda content, entry: entry.update(regions=generator.choice(([], ["cold2"], ["hot", "hot2"], [""], ["hot/cold"], ["*"]))), ("region",))


def name_twice(lab, generator):
    """Two entries of one name: the first one would hardly gate."""
    def change(content, entry):
        twin = json.loads(json.dumps(entry))
        twin["overrides"] = ["metrics=[region__instances]"]
        content["tests"].insert(generator.choice((0, len(content["tests"]))), twin)
    return edited(lab, change, ("twice", "'t'"))


def key_twice(lab, generator):
    def change(data):
        return data.replace(b'"regions"', b'"overrides":["budgets=[host__inst_executed.sum=99999%]"],"regions"', 1)
    project = project_of(lab)
    if b'"overrides"' not in (project.state / "tests.json").read_bytes():
        return edited(lab, lambda content, entry: entry.update(name="u"), ("'t'",))
    return edited_text(lab, change)


def program_gone(lab, generator):
    command = generator.choice((["/nowhere"], ["/bin/true"], ["/"], ["text"], [""], ["/dev/null"], ["/bin/sh", "-c", "exit 0"]))
    return edited(lab, lambda content, entry: entry.update(host_command=command), (command[0] or "program",))


def no_program(lab, generator): return edited(lab, lambda content, entry: entry.update(host_command=[]), ("host_command", "program"))
def odd_arguments(lab, generator): return edited(lab, lambda content, entry: entry.update(args=generator.choice(([], ["@/nowhere"], ["x"], ["push"], ["exit", "0"]))))
def odd_folder(lab, generator): return edited(lab, lambda content, entry: entry.update(working_directory=generator.choice(("/nowhere", "/dev/null", "x" * 300))), ("/nowhere", "/dev/null", "xxx", "folder"))
def odd_variables(lab, generator):
    value = generator.choice(("NVTX_INJECTION64_PATH=", "NVTX_INJECTION64_PATH=/nowhere", "LD_PRELOAD=/nowhere.so", "NCU_REGIONS_EVENTS=/nowhere", "=", "NOVALUE", ""))
    return edited(lab, lambda content, entry: entry.update(environment=[value]), ("environment", value))
def odd_override(lab, generator):
    text = generator.choice(("nothing=1", "captures=0", "x", "metrics=[nothing]", "~nothing", "profiler=none", "budget_table=none"))
    return edited(lab, lambda content, entry: entry.update(overrides=[text]), (text.strip("~").split("=")[0],))
def odd_preset(lab, generator):
    return edited(lab, lambda content, entry: entry.update(generator.choice(({"preset": "nothing"}, {"preset": "../host/default"}, {"preset_file": "/nowhere.yaml"}, {"preset": ""}))), ("preset", "nothing", "/nowhere"))
def odd_config(lab, generator):
    return edited(lab, lambda content, entry: entry.update(config_files=[generator.choice(("/nowhere.yaml", "/", "/dev/full", ""))]), ("/nowhere", "/", "settings", "config"))
def odd_run(lab, generator):
    """A run folder that is somebody else's. Only folders of this attempt: version 0.1 deletes such a folder at the second check."""
    folder = lab.place / "precious"
    folder.mkdir()
    (folder / "thesis.txt").write_text("x")
    run = str(generator.choice((folder, folder / "thesis.txt", folder / "thesis.txt/x")))
    result = edited(lab, lambda content, entry: entry.update(run=run), ("run", "folder"))
    project = lab.project
    lab.run("check", "--build", project.build, "--test", "t")
    lab.run("profile", "--build", project.build, "--test", "t")
    return result if (folder / "thesis.txt").is_file() else fell(f"a check deleted {folder}, which is not a run folder")
def odd_baselines(lab, generator): return edited(lab, lambda content, entry: entry.update(baselines=generator.choice(("/dev/null", "/dev/null/x", "x" * 300, "/proc/self/mem"))))
def needs_a_gpu(lab, generator): return edited(lab, lambda content, entry: entry.update(require_gpu=True))
def other_build(lab, generator):
    return edited(lab, lambda content, entry: entry["build"].update(generator.choice(({"compiler": "icc 1"}, {"flags_file": "/nowhere"}, {"compiler": None}, {"flags_file": ""} if entry["build"].get("flags_file") else {"flags": "-O0"}))), ("/nowhere", "flags"))
def odd_base(lab, generator): return edited(lab, lambda content, entry: entry.update(base=generator.choice(("/nowhere", "relative", str(project_of(lab).build)))), ("base",))
def other_name(lab, generator): return edited(lab, lambda content, entry: entry.update(name=generator.choice(("T", "t ", "", "../t"))), ("'t'",))


def words_of_data(lab, generator):
    """Unedited: the data of the program grew."""
    project = project_of(lab)
    write_words(project.source / "words", two_regions(5_000 * generator.randrange(2, 9)))
    return judge(lab.run("check", "--build", project.build, "--test", "t"))


KINDS = [cut, emptied, text_behind, conflict_markers, not_utf8, key_gone, wrong_type, no_regions, name_twice, key_twice, program_gone, no_program, odd_arguments, odd_folder, odd_variables, odd_override, odd_preset,
         odd_config, odd_run, odd_baselines, needs_a_gpu, other_build, odd_base, other_name, words_of_data, wrong_type, key_gone, wrong_type, cut, wrong_type]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)

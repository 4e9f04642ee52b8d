"""Checks the JSON files of a run folder, and of its regions, against the schemas in docs/reference/schema.

    python3 validate_json.py SCHEMAS RUN

Prints how many files were valid. Exit codes: 0 all were, 1 one was not, or there was none; 77 without jsonschema.
"""
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)


def reject(constant):
    raise ValueError(f"{constant} is no JSON")


def main(schemas, run):
    files = {"run": [run / "run.json"], "report": [run / "regions/report.json"], "region": sorted(run.glob("regions/*/report.json")),
             # Not of reports on files.
             "verdicts": sorted(run.glob("verdicts.json")), "baseline": sorted(run.glob("proposed-baseline.json")),
             "explain": sorted(run.glob("explain.json"))}
    count = 0
    for name, paths in files.items():
        schema = json.loads((schemas / f"{name}.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for path in paths:
            errors = list(validator.iter_errors(json.loads(path.read_text(), parse_constant=reject)))
            for error in errors[:5]:
                print(f"{path}: {error.json_path}: {error.message[:300]}")
            if errors:
                return 1
            count += 1
    print(f"{count} files are valid")
    return 0 if count > 0 else 1


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))

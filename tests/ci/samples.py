"""Artifacts for the tests of ci/github/fetch_runs: zips as they should be, and JSON that the schemas accept."""
import io
import json
import zipfile

from support import ROOT

SCHEMAS = ROOT / "docs/reference/schema"
DIGEST = "^[0-9a-f]{12}$"


def smallest(schema, root=None):
    """The smallest value that a schema of ours accepts."""
    root = root or schema
    if "$ref" in schema:
        return smallest(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return smallest(schema[word][0], root)
    if schema.get("pattern") == DIGEST:
        return "0" * 12
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        return {key: smallest(schema.get("properties", {}).get(key, {}), root) for key in schema.get("required", [])}
    return {"array": [], "string": "", "integer": schema.get("minimum", 0), "number": schema.get("minimum", 0), "boolean": False}.get(kind)


def valid(kind):
    path = SCHEMAS / f"{kind}.schema.json"
    return json.dumps(smallest(json.loads(path.read_text())) if path.is_file() else {"schema": 1}).encode()


def packed(files=None):
    """A zip of {name or ZipInfo: bytes}; without an argument one workload with all five files."""
    if files is None:
        files = {f"w/{kind}.json": valid(kind) for kind in ("run", "verdicts", "explain")}
        files.update({"w/proposed-baseline.json": b"{", "w/report.md": b"# never read"})
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items() if isinstance(files, dict) else files:
            archive.writestr(name, content)
    return data.getvalue()


def special(name, mode):
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    return info

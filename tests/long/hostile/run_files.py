"""Files of a run folder as a check would write them, after a change of their content: verdicts.json has the digest of what it
holds now, so that a reader looks further than the digest."""
import json


def file_bytes(name, content, ensure_ascii=True):
    if name == "verdicts.json":
        content = {key: value for key, value in content.items() if key != "digest"}
    text = json.dumps(content, indent=2, ensure_ascii=ensure_ascii).encode("utf-8", "surrogatepass")
    return with_digest(text) if name == "verdicts.json" else text


def with_digest(text):
    held = text.removesuffix(b"\n}")
    return held + b',\n  "digest": "' + short_hash(held).encode() + b'"\n}\n'


def short_hash(data):
    """64-bit FNV-1a, twelve hexadecimal digits."""
    hash = 0xcbf29ce484222325
    for byte in data:
        hash = (hash ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return f"{hash:016x}"[:12]

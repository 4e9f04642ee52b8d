"""ci/github/fetch_runs: what it fetches, and that hostile artifacts are refused with one message and leave nothing behind."""
import json
import os
import stat
import sys
import tracemalloc
import unittest
import warnings
import zipfile

from fake_github import FakeGitHub, Fault
from samples import packed, special, valid
from support import SCRIPTS, GitHubTest, load

FETCH = load("fetch_runs")
sys.path.insert(0, str(SCRIPTS))
import hostile  # noqa: E402

try:
    import jsonschema  # noqa: F401
    HAS_SCHEMAS = True
except ImportError:
    HAS_SCHEMAS = "jsonschema" in os.environ.get("NCU_REGIONS_REQUIRE", "").split(",")  # then its lack is a failure


class FetchTest(GitHubTest):
    def setUp(self):
        super().setUp()
        self.store = FakeGitHub()  # another origin, as GitHub's artifacts have one
        self.addCleanup(self.store.close)
        self.out = self.folder / "runs"

    def add(self, name, data, size=None, **more):
        number = len(self.github.artifacts) + 1
        self.github.artifacts.append({"id": number, "name": name, "size_in_bytes": len(data) if size is None else size, "expired": False,
                                      "blob": f"{self.store.url}/blob/{number}", **more})
        self.store.comments[number] = data

    def fetch(self, *more):
        return self.run_script(FETCH, "--out", self.out, "--event", self.event(), *more)

    def assert_refused(self, result, words, code=1):
        self.assertEqual(result[0], code, result)
        self.assertIn(words, result[2])
        self.assertEqual(len(result[2].strip().split("\n")), 1)
        self.assertEqual([path.name for path in self.folder.iterdir() if path.is_dir()], [])


class Artifacts(FetchTest):
    def test_are_fetched_and_only_the_three_files_are_kept(self):
        self.add("ncu-regions-a100", packed())
        self.add("logs", b"no zip")
        code, out, err = self.fetch()
        self.assertEqual((code, err), (0, ""))
        self.assertIn("3 files", out)
        files = sorted(str(path.relative_to(self.out)) for path in self.out.rglob("*") if path.is_file())
        self.assertEqual(files, ["a100/w/explain.json", "a100/w/run.json", "a100/w/verdicts.json"])
        self.assertEqual(json.loads((self.out / "a100/w/run.json").read_text()), json.loads(valid("run")))

    def test_entries_of_folders_are_nothing(self):
        self.add("ncu-regions-a", packed({special("w/", stat.S_IFDIR | 0o755): b"", "w/run.json": valid("run")}))
        self.assertEqual(self.fetch()[0], 0)

    def test_token_does_not_go_where_the_file_lies(self):
        self.add("ncu-regions-a", packed())
        self.assertEqual(self.fetch()[0], 0)
        self.assertTrue(all(token for _, _, token in self.github.requests))
        self.assertEqual([token for _, _, token in self.store.requests], [False])

    def test_are_found_on_all_pages(self):
        for number in range(150):
            self.add(f"other-{number}", b"")
        self.add("ncu-regions-z", packed())
        self.assertEqual(self.fetch()[0], 0)
        self.assertTrue((self.out / "z").is_dir())

    def test_newest_of_a_name_counts(self):
        self.add("ncu-regions-a", b"of the first attempt")
        self.add("ncu-regions-a", packed())
        self.assertEqual(self.fetch()[0], 0)

    def test_that_are_not_there_are_77(self):
        self.add("ncu-regions-empty", packed({}))
        code, out, _ = self.fetch()
        self.assertEqual((code, "nothing was measured" in out, self.out.exists()), (77, True, False))

    def test_faults_on_the_way_are_survived(self):
        self.add("ncu-regions-a", packed())
        self.github.faults = [Fault("GET", "/artifacts$", status=502), Fault("GET", "/zip$", status=500), Fault("GET", "/zip$", drop=True)]
        self.store.faults = [Fault("GET", "/blob", cut="connection", after=True), Fault("GET", "/blob", status=503)]
        self.assertEqual(self.fetch()[0], 0)
        self.assertEqual(self.waits, [1, 1, 2, 4, 8])

    def test_faults_that_last_are_code_3(self):
        self.github.faults = [Fault("GET", "/artifacts$", status=502, times=99)]
        self.assert_refused(self.fetch(), "6 times", 3)
        self.github.faults = [Fault("GET", "/artifacts$", status=403, message="Resource not accessible by integration")]
        self.assert_refused(self.fetch(), "actions: read", 3)

    def test_redirect_to_plain_http_is_refused(self):
        self.add("ncu-regions-a", packed(), blob="http://localhost:9/x")
        self.assert_refused(self.fetch(), "not https", 3)

    def test_too_many_too_large_or_expired_are_refused_before_a_download(self):
        cases = [([("a", 21 << 20, {})], "bytes; expected at most"), ([(f"a{n}", 1, {}) for n in range(33)], "33 artifacts"),
                 ([(f"a{n}", 19 << 20, {}) for n in range(4)], "together"), ([("a", 1, {"expired": True})], "expired")]
        for artifacts, words in cases:
            self.github.artifacts.clear()
            for name, size, more in artifacts:
                self.add(f"ncu-regions-{name}", b"", size=size, **more)
            self.assert_refused(self.fetch(), words)
        self.assertEqual(self.github.count("GET", "/zip$"), 0)

    def test_download_that_is_larger_than_announced_is_refused(self):
        self.add("ncu-regions-a", b"x" * ((20 << 20) + 1), size=5)
        self.assert_refused(self.fetch(), "larger than")

    def test_usage(self):
        self.out.mkdir()
        self.assertEqual(self.fetch()[0], 2)
        self.assertEqual(self.run_script(FETCH)[0], 2)
        self.assertEqual(self.run_script(FETCH, "--out", self.folder / "x", "--zip", self.folder / "other.zip")[0], 2)


class HostileZips(FetchTest):
    def refuse(self, data, words):
        path = self.folder / "ncu-regions-a.zip"
        path.write_bytes(data)
        self.assert_refused(self.run_script(FETCH, "--out", self.out, "--zip", path), words)

    def test_with_other_names_are_refused(self):
        for name in ("../w/run.json", "/w/run.json", "w/../run.json", "w/x/run.json", "run.json", "w\\run.json", "w/run.json\n", ".w/run.json",
                     "w/evil.sh", "w/run.json/", "\u00fc/run.json", "w" * 201 + "/run.json", "C:/run.json", "-w/run.json"):
            self.refuse(packed({name: b"{}"}), "a file whose name")

    def test_name_with_a_nul_is_judged_whole(self):
        self.refuse(packed({"w/run.json!x": b"{}"}).replace(b"w/run.json!x", b"w/run.json\0x"), "a file whose name")

    def test_links_devices_and_folders_in_place_of_files_are_refused(self):
        for kind in (stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFSOCK, stat.S_IFDIR):
            self.refuse(packed({special("w/run.json", kind | 0o777): b"/etc/passwd"}), "special file")

    def test_doubles_are_refused(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.refuse(packed([("w/run.json", valid("run")), ("w/run.json", b"{}")]), "same name")

    def test_too_many_files_are_refused(self):
        self.refuse(packed({f"w{n}/report.md": b"" for n in range(1025)}), "1025 files")

    def test_bombs_are_refused_by_what_really_comes_out(self):
        self.refuse(packed({"w/run.json": b" " * (17 << 20)}), "more than 16777216 bytes")
        self.refuse(packed({f"w{n}/run.json": b" " * (15 << 20) for n in range(5)}), "more than 67108864 bytes")

    def test_bombs_are_not_unpacked_to_their_end(self):
        data = packed({"w/run.json": b" " * (64 << 20)})
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        with self.assertRaises(hostile.Refused):
            hostile.members(data)
        self.assertLess(tracemalloc.get_traced_memory()[1], 48 << 20)

    def test_bomb_whose_header_lies_is_refused(self):
        content = b" " * (17 << 20)
        data = packed({"w/run.json": content})
        size = len(content).to_bytes(4, "little")
        self.assertEqual(data.count(size), 2)
        self.refuse(data.replace(size, (10).to_bytes(4, "little")), "")

    def test_encrypted_or_oddly_compressed_files_are_refused(self):
        data = bytearray(packed({"w/run.json": b"{}"}))
        data[data.index(b"PK\1\2") + 8] |= 1
        self.refuse(bytes(data), "encrypted")
        info = zipfile.ZipInfo("w/run.json")
        info.compress_type = zipfile.ZIP_BZIP2
        self.refuse(packed({info: b"{}"}), "deflate")

    def test_rubbish_is_refused(self):
        good = packed()
        for data in (b"", b"PK", b"x" * 1000, good[:-30], good[:100], good.replace(b"PK\3\4", b"PK\7\7")):
            self.refuse(data, "")

    def test_with_a_flipped_byte_are_refused_or_read_and_never_crash(self):
        good = packed()
        for position in range(0, len(good), 7):
            data = bytearray(good)
            data[position] ^= 0xFF
            try:
                for _, _, content in hostile.members(bytes(data)):
                    hostile.parse(content, "x")
            except hostile.Refused:
                pass


class HostileJson(FetchTest):
    CASES = [
        (b"no", "no JSON"), (b"", "no JSON"), (b"\xff\xfe", "no JSON"), (b"[]", "integer 'schema'"), (b"{}", "integer 'schema'"),
        (b'{"schema": true}', "integer 'schema'"), (b'{"schema": "4"}', "integer 'schema'"), (b'{"schema": 4.0}', "integer 'schema'"),
        (b'{"schema": 1, "a": NaN}', "NaN"), (b'{"schema": 1, "a": -Infinity}', "NaN"), (b'{"schema": 1, "a": 1e999}', "no measurement has"),
        (b'{"schema": 1, "a": 99999999999999999999999}', "no measurement has"), (b'{"schema": 1, "a": 1' + b"0" * 5000 + b"}", "characters"),
        (b'{"schema": 1, "a": ' + b"[" * 70 + b"]" * 70 + b"}", "deeper than 64"),
        (b'{"schema": 1, "a": ' + b"[" * 200000 + b"]" * 200000 + b"}", "nested"), (b'{"a":' * 200000, "nested"),
        (b'{"schema": 1, "schema": 2}', "a key twice"), (b'{"schema": 1, "a": "\\ud800"}', "no JSON"),
    ]

    def test_is_refused(self):
        for content, words in self.CASES:
            with self.subTest(content[:40]):
                path = self.folder / "ncu-regions-a.zip"
                path.write_bytes(packed({"w/explain.json": content}))
                self.assert_refused(self.run_script(FETCH, "--out", self.out, "--zip", path), words)

    @unittest.skipUnless(HAS_SCHEMAS, "python3-jsonschema is not installed")
    def test_of_another_form_is_refused_without_its_words(self):
        for change in ({"schema": 99}, {"verdicts": "\u202e<script>"}, {"::error::": 1}):
            content = json.dumps({**json.loads(valid("verdicts")), **change}).encode()
            path = self.folder / "ncu-regions-a.zip"
            path.write_bytes(packed({"w/verdicts.json": content}))
            result = self.run_script(FETCH, "--out", self.out, "--zip", path, "--require-schema")
            self.assert_refused(result, "not of the form")
            self.assertNotIn("script", result[2])
            self.assertNotIn("::", result[2])


if __name__ == "__main__":
    unittest.main()

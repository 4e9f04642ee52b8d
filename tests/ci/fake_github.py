"""A server on 127.0.0.1 that plays the parts of GitHub's API that ci/github uses, with a table of faults.

A fault matches requests by method and path, a number of times, and acts before or after the effect:
    Fault("POST", "/comments$", status=502, after=True)   the comment is made, and the answer is 502
"""
import http.server
import json
import re
import threading
import urllib.parse

BOT = "github-actions[bot]"
REPO = "o/r"


class Fault:
    def __init__(self, method, path, *, times=1, after=False, status=None, headers=None, message="", drop=False, cut="", block=False,
                 call=None, value=None):
        self.method, self.path, self.times, self.after = method, path, times, after
        self.status, self.headers, self.message = status, headers or {}, message
        self.drop, self.cut, self.block, self.call, self.value = drop, cut, block, call, value

    def takes(self, method, path):
        if self.times == 0 or self.method not in (method, "*") or not re.search(self.path, path):
            return False
        self.times -= 1
        return True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64  # a connection that finds no place is tried again a second later


class FakeGitHub:
    """Its state may be changed by tests at any time; requests are in `requests` as (method, path, has a token)."""

    def __init__(self):
        self.comments, self.pulls, self.artifacts, self.environments = {}, {}, [], {}
        self.faults, self.requests, self.hidden = [], [], {}
        self.next_id, self.lock, self.release = 1000, threading.RLock(), threading.Event()
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.fake = self
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self.thread.start()

    def close(self):
        self.release.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def add_comment(self, body, login=BOT, number=7):
        with self.lock:
            self.next_id += 1
            self.comments[self.next_id] = {"id": self.next_id, "body": body, "user": {"login": login}, "number": number}
            return self.next_id

    def add_pull(self, number, sha, *, branch="topic", head=REPO, base=REPO, state="open"):
        self.pulls[number] = {"number": number, "state": state, "base": {"repo": {"full_name": base}},
                              "head": {"sha": sha, "ref": branch, "repo": {"full_name": head} if head else None}}

    def fault_for(self, method, path, after):
        with self.lock:
            for fault in self.faults:
                if fault.after == after and fault.takes(method, path):
                    return fault
        return None

    def count(self, method, path=""):
        return sum(1 for m, p, _ in self.requests if m == method and re.search(path, p))


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def serve(self):
        fake, length = self.server.fake, int(self.headers.get("Content-Length") or 0)
        data = json.loads(self.rfile.read(length)) if length else None
        url = urllib.parse.urlsplit(self.path)
        with fake.lock:
            fake.requests.append((self.command, self.path, "Authorization" in self.headers))
        before = fake.fault_for(self.command, url.path, after=False)
        if before and self.act(before, None):
            return
        with fake.lock:
            answer = self.route(url.path, dict(urllib.parse.parse_qsl(url.query)), data)
        after = fake.fault_for(self.command, url.path, after=True)
        if not (after and self.act(after, answer)):
            self.reply(*answer)

    do_GET = do_POST = do_PATCH = do_DELETE = serve

    def act(self, fault, answer):
        """True when the request has been answered, one way or the other."""
        if fault.call:
            fault.call()
        if fault.block:
            self.server.fake.release.wait()
        if fault.block or fault.drop:
            self.close_connection = True
            self.connection.close()
        elif fault.cut:
            status, value, headers = answer
            self.reply(status, value, headers, fault.cut)
        elif fault.status:
            self.reply(fault.status, {"message": fault.message} if fault.value is None else fault.value, fault.headers)
        else:
            return False
        return True

    def reply(self, status, value=None, headers=None, cut=""):
        """cut: half of the body, and a Content-Length of that half ("text") or of the whole ("connection")."""
        body = value if isinstance(value, bytes) else b"" if value is None else json.dumps(value).encode()
        length = len(body) // 2 if cut == "text" else len(body)
        body = body[:len(body) // 2] if cut else body
        try:
            self.send_response(status)
            for name, text in (headers or {}).items():
                self.send_header(name, text)
            self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            pass  # the client has gone

    def route(self, path, query, data):
        for pattern, method, name in ROUTES:
            found = re.fullmatch(pattern, path)
            if found and method == self.command:
                return getattr(self, name)(query, data, *found.groups())
        return 404, {"message": "Not Found"}, {}

    def paged(self, items, query, wrap=None):
        size, page = int(query.get("per_page", 30)), int(query.get("page", 1))
        part, headers = items[(page - 1) * size:page * size], {}
        if page * size < len(items):
            path = urllib.parse.urlsplit(self.path).path
            address = f"{self.server.fake.url}{path}?{urllib.parse.urlencode({**query, 'page': page + 1})}"
            headers["Link"] = f'<{address}>; rel="next", <{address}>; rel="last"'
        return 200, wrap(part) if wrap else part, headers

    def list_comments(self, query, _, number):
        fake = self.server.fake
        shown = []
        for comment in fake.comments.values():
            if fake.hidden.get(comment["id"], 0) > 0:
                fake.hidden[comment["id"]] -= 1
            elif comment["number"] == int(number):
                shown.append(comment)
        return self.paged(shown, query)

    def create_comment(self, _, data, number):
        comment = self.server.fake.comments[self.server.fake.add_comment(data["body"], number=int(number))]
        return 201, comment, {}

    def change_comment(self, _, data, number):
        comment = self.server.fake.comments.get(int(number))
        if comment is None:
            return 404, {"message": "Not Found"}, {}
        comment["body"] = data["body"]
        return 200, comment, {}

    def delete_comment(self, _, __, number):
        gone = self.server.fake.comments.pop(int(number), None)
        return (204, None, {}) if gone else (404, {"message": "Not Found"}, {})

    def get_pull(self, _, __, number):
        pull = self.server.fake.pulls.get(int(number))
        return (200, pull, {}) if pull else (404, {"message": "Not Found"}, {})

    def list_pulls(self, query, _):
        def matches(pull):
            repo = pull["head"]["repo"]
            return pull["state"] == query["state"] and repo and f"{repo['full_name'].split('/')[0]}:{pull['head']['ref']}" == query["head"]
        return self.paged([pull for pull in self.server.fake.pulls.values() if matches(pull)], query)

    def list_artifacts(self, query, _, __):
        items = [{key: value for key, value in artifact.items() if key != "data"} for artifact in self.server.fake.artifacts]
        return self.paged(items, query, lambda part: {"total_count": len(items), "artifacts": part})

    def get_artifact(self, _, __, number):
        artifact = next(a for a in self.server.fake.artifacts if a["id"] == int(number))
        return 302, None, {"Location": artifact["blob"]}

    def get_blob(self, _, __, number):
        return 200, self.server.fake.comments[int(number)], {}

    def get_environment(self, _, __, name):
        found = self.server.fake.environments.get(name)
        return (200, found, {}) if found else (404, {"message": "Not Found"}, {})


ROUTES = [
    (r"/repos/o/r/issues/(\d+)/comments", "GET", "list_comments"),
    (r"/repos/o/r/issues/(\d+)/comments", "POST", "create_comment"),
    (r"/repos/o/r/issues/comments/(\d+)", "PATCH", "change_comment"),
    (r"/repos/o/r/issues/comments/(\d+)", "DELETE", "delete_comment"),
    (r"/repos/o/r/pulls/(\d+)", "GET", "get_pull"),
    (r"/repos/o/r/pulls", "GET", "list_pulls"),
    (r"/repos/o/r/actions/runs/(\d+)/artifacts", "GET", "list_artifacts"),
    (r"/repos/o/r/actions/artifacts/(\d+)/zip", "GET", "get_artifact"),
    (r"/repos/o/r/environments/([a-z-]+)", "GET", "get_environment"),
    (r"/blob/(\d+)", "GET", "get_blob"),
]

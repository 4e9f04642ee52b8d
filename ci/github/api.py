"""A small client of GitHub's REST API that expects faults. Standard library only.

Only reading is repeated here. What creates, changes or deletes is sent once: when its outcome is not known, or when it had to wait,
Uncertain is raised, and the caller looks before it tries again, because meanwhile somebody else may have written.
"""
import http.client
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request

ATTEMPTS = 6
WAITS = (1, 2, 4, 8, 16)  # seconds after the first, second, ... failed attempt: no chance in them, so that tests can count on them
LONGEST_WAIT = 300  # what GitHub may ask for; more than that is a failure
LARGEST_ANSWER = 64 << 20  # a page of 100 comments of the largest size has 26 MB
MOST_PAGES = 100


class ApiError(Exception):
    """GitHub said no, or could not be reached. The text is one line for people."""


class NotThere(ApiError):
    """404 or 410."""


class TooLong(ApiError):
    """422: GitHub counts more characters than it takes."""


class TooLarge(ApiError):
    """An answer that was not read to its end."""


class Uncertain(ApiError):
    """A request that writes and may have had its effect, or had to wait for a rate limit (`waited`) and had none."""

    def __init__(self, text, waited=False):
        super().__init__(text)
        self.waited = waited


class Broken(Exception):
    """One attempt without a usable answer."""


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None  # seen by us: a token must not travel to another host


def printable(text, limit=200):
    """Text of others on one line of a log: no control characters, so no workflow commands and no escape sequences."""
    return "".join(c if c.isprintable() else "?" for c in str(text))[:limit]


def is_safe(url):
    parts = urllib.parse.urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname == "127.0.0.1")


def origin(url):
    parts = urllib.parse.urlsplit(url)
    return parts.scheme, parts.hostname, parts.port


def next_link(header):
    """The address of the next page, from a Link header."""
    for part in (header or "").split(","):
        found = re.fullmatch(r'\s*<([^<>]*)>\s*;.*\brel="?next"?.*', part)
        if found:
            return found.group(1)
    return None


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        try:
            return json.loads(self.body) if self.body else None
        except (ValueError, RecursionError) as error:
            raise Broken(f"the answer is no JSON ({printable(error, 80)})") from error

    def message(self):
        try:
            value = self.json()
        except Broken:
            value = None
        return printable(value.get("message", "")) if isinstance(value, dict) else ""

    def number(self, header):
        text = (self.headers.get(header) or "").strip()
        return int(text) if re.fullmatch(r"[0-9]{1,12}", text) else None


class Client:
    def __init__(self, base, token, *, sleep=time.sleep, now=time.time, log=print, timeout=30):
        if not is_safe(base):
            raise ApiError(f"GITHUB_API_URL is {printable(base)}: expected https (plain http for 127.0.0.1 alone)")
        self.base, self.token, self.timeout = base.rstrip("/"), token, timeout
        self.sleep, self.now, self.log = sleep, now, log
        self.opener = urllib.request.build_opener(NoRedirect)

    def get(self, path):
        return self.request("GET", path).json()

    def post(self, path, value):
        return self.request("POST", path, value).json()

    def patch(self, path, value):
        return self.request("PATCH", path, value).json()

    def delete(self, path):
        self.request("DELETE", path)

    def pages(self, path):
        """The value of each page, following Link headers."""
        url = path
        for _ in range(MOST_PAGES):
            answer = self.request("GET", url)
            yield answer.json()
            url = next_link(answer.headers.get("Link"))
            if url is None:
                return
        raise ApiError(f"GET {path}: more than {MOST_PAGES} pages; nothing was done")

    def request(self, method, path, value=None):
        """An answer with a status of 2xx and, where there is a body, valid JSON."""
        url = path if "://" in path else self.base + path
        if origin(url) != origin(self.base):
            raise ApiError(f"{method}: GitHub points to another host, {printable(url, 100)}; the token was not sent there")
        what = f"{method} {urllib.parse.urlsplit(url).path}"
        if method != "GET":
            return self.write_once(method, url, value, what)
        for attempt in range(ATTEMPTS):
            try:
                answer = self.attempt(method, url, value)
            except Broken as error:
                self.pause_or_fail(attempt, f"{what}: {error}")
                continue
            if answer.status < 300:
                return answer
            self.wait_for_limit(answer, attempt, what)
        raise ApiError(f"{what}: GitHub's rate limit held through {ATTEMPTS} attempts")

    def write_once(self, method, url, value, what):
        try:
            answer = self.attempt(method, url, value)
        except Broken as error:
            raise Uncertain(f"{what}: {error}") from error
        if answer.status < 300:
            return answer
        self.wait_for_limit(answer, 0, what)
        raise Uncertain(f"{what}: rate limit", waited=True)

    def attempt(self, method, url, value):
        """One request. Broken: no usable answer. Otherwise 2xx, or a 403 or 429 that is a rate limit."""
        answer = self.send(method, url, value)
        if answer.status < 300:
            answer.json()
            return answer
        if answer.status >= 500 or answer.status == 408:
            raise Broken(f"status {answer.status} {answer.message()}".rstrip())
        if self.is_rate_limit(answer):
            return answer
        raise self.refusal(answer, f"{method} {urllib.parse.urlsplit(url).path}")

    def send(self, method, url, value):
        data = None if value is None else json.dumps(value).encode()
        request = urllib.request.Request(url, data=data, method=method, headers={
            "Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28", "User-Agent": "ncu-regions",
            "Authorization": f"Bearer {self.token}"})
        if data is not None:
            request.add_header("Content-Type", "application/json")
        try:
            with self.opener.open(request, timeout=self.timeout) as response:
                return Answer(response.status, response.headers, read_all(response, LARGEST_ANSWER))
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.headers, read_all(error, 1 << 20))
        except (OSError, http.client.HTTPException) as error:
            raise Broken(f"no answer ({printable(error, 100)})") from error

    @staticmethod
    def is_rate_limit(answer):
        return answer.status == 429 or (answer.status == 403 and (
            answer.headers.get("Retry-After") or answer.headers.get("x-ratelimit-remaining") == "0"
            or "rate limit" in answer.message().lower()))

    @staticmethod
    def refusal(answer, what):
        text = f"{what}: status {answer.status} {answer.message()}".rstrip()
        if answer.status in (404, 410):
            return NotThere(text)
        if answer.status == 422 and "too long" in answer.message().lower():
            return TooLong(text)
        if answer.status == 401:
            return ApiError(f"{text}: GITHUB_TOKEN is not accepted; is it of this job, and has the job not ended?")
        if answer.status == 403 and "locked" in answer.message().lower():
            return ApiError(f"{text}: the conversation is locked; unlock it, or read the report in the run's summary")
        if answer.status == 403:
            return ApiError(f"{text}: the token may not do this; the job needs the permission 'pull-requests: write' to comment, "
                            "'actions: read' to read artifacts")
        if answer.status in (301, 302, 307, 308):
            return ApiError(f"{text}: redirected; was the repository renamed? GITHUB_REPOSITORY has to be its present name")
        return ApiError(text)

    def wait_for_limit(self, answer, attempt, what):
        wait = answer.number("Retry-After")
        if wait is None and answer.headers.get("x-ratelimit-remaining") == "0" and answer.number("x-ratelimit-reset") is not None:
            wait = max(0, answer.number("x-ratelimit-reset") - int(self.now())) + 1
        if wait is None:
            wait = 60  # what GitHub asks of those whom it tells nothing
        if wait > LONGEST_WAIT:
            raise ApiError(f"{what}: rate limit for another {wait} s, longer than the {LONGEST_WAIT} s that are waited; start the job again later")
        if attempt + 1 < ATTEMPTS:
            self.log(f"{what}: rate limit; waiting {wait} s")
            self.sleep(wait)

    def pause_or_fail(self, attempt, text):
        if attempt + 1 == ATTEMPTS:
            raise ApiError(f"{text}, {ATTEMPTS} times; GitHub may have a bad day: start the job again later")
        self.pause(attempt, text)

    def pause(self, attempt, text):
        wait = WAITS[min(attempt, len(WAITS) - 1)]
        self.log(f"{text}; waiting {wait} s")
        self.sleep(wait)


def read_all(response, limit):
    """The whole body, counted while it is read. http.client raises IncompleteRead when less comes than was announced."""
    data = response.read(limit + 1)
    if len(data) > limit:
        raise TooLarge(f"an answer is larger than {limit} bytes; it was not read")
    expected = response.headers.get("Content-Length")
    if expected is not None and expected.isdigit() and len(data) < int(expected):
        raise Broken(f"{len(data)} of {expected} bytes came")
    return data

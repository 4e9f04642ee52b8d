"""Downloads a file of GitHub's that lies on another host."""
import http.client
import urllib.error
import urllib.parse
import urllib.request

from api import ATTEMPTS, ApiError, Broken, is_safe, printable, read_all


def download(client, path, limit):
    """The bytes behind one redirect, at most `limit`. The token goes to GitHub alone, not to where its files are."""
    for attempt in range(ATTEMPTS):
        try:
            return fetch_plain(client, address_of(client, client.base + path), limit)
        except Broken as error:
            client.pause_or_fail(attempt, f"GET {path}: {error}")


def address_of(client, url):
    answer, path = client.send("GET", url, None), urllib.parse.urlsplit(url).path
    if answer.status >= 500 or answer.status == 408 or client.is_rate_limit(answer):
        raise Broken(f"status {answer.status} {answer.message()}".rstrip())
    if answer.status == 302 and is_safe(answer.headers.get("Location") or ""):
        return answer.headers["Location"]
    if answer.status == 302:
        raise ApiError(f"GET {path}: redirected to an address that is not https")
    if answer.status >= 300:
        raise client.refusal(answer, f"GET {path}")
    raise ApiError(f"GET {path}: status {answer.status}; expected a redirect to the file")


def fetch_plain(client, url, limit):
    request = urllib.request.Request(url, headers={"User-Agent": "ncu-regions"})
    try:
        with client.opener.open(request, timeout=client.timeout) as response:
            return read_all(response, limit)
    except urllib.error.HTTPError as error:
        with error:
            raise Broken(f"the file's host says {error.code}") from error
    except (OSError, http.client.HTTPException) as error:
        raise Broken(f"no answer of the file's host ({printable(error, 100)})") from error

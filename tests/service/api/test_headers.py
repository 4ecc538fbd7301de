"""Security headers and cross-origin requests."""

from collections.abc import Iterator

import httpx
import pytest

from service.settings import Settings
from tests.kit.api import Api, database, running
from tests.kit.problems import is_refused

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FRIEND = "https://viewer.example"


@pytest.fixture(scope="module")
def open_to_pages(postgres_url: str) -> Iterator[Api]:
    settings = Settings(address_rate="4/day", cors_origins=(FRIEND,))
    with database(postgres_url) as url, running(url, settings) as api:
        yield api


def says(answer: httpx.Response) -> dict[str, str]:
    return {name: answer.headers[name] for name in ALWAYS}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/games"),
        ("GET", "/v1/matches/00000000-0000-4000-8000-000000000000"),
        ("GET", "/nowhere"),
        ("PUT", "/v1/games"),
        ("POST", "/v1/matches"),
        ("OPTIONS", "/v1/games"),
        ("GET", "/health/live"),
        ("GET", "/metrics"),
        ("GET", "/schema/openapi.json"),
    ],
)
def test_every_response_forbids_sniffing_framing_and_scripts(api: Api, method: str, path: str) -> None:
    answer = api.http.request(method, path)
    assert says(answer) == ALWAYS
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert "Server" not in answer.headers
    assert not any(name.startswith("access-control") for name in answer.headers)


def test_the_reference_page_may_load_only_its_own_scripts(api: Api) -> None:
    answer = api.http.get("/schema")
    assert says(answer) == ALWAYS
    rules = dict(rule.split(" ", 1) for rule in answer.headers["Content-Security-Policy"].split("; "))
    scripts = [part.partition('"')[0] for part in answer.text.split('<script src="')[1:]]
    styles = [part.partition('"')[0] for part in answer.text.split('<link rel="stylesheet" type="text/css" href="')[1:]]
    # what the page loads comes from where its policy lets it
    assert scripts
    assert styles
    assert all(url.startswith(rules["script-src"] + "/") for url in scripts)
    assert all(url.startswith(rules["style-src"].split()[-1] + "/") for url in styles)
    # it has no script in itself, and none may be put into it
    assert "unsafe" not in rules["script-src"]
    assert rules["default-src"] == "'none'"
    assert rules["connect-src"] == "'self'"


def test_a_configured_origin_can_read_responses_and_headers(open_to_pages: Api) -> None:
    answer = open_to_pages.http.get("/v1/games", headers={"Origin": FRIEND})
    assert answer.headers["Access-Control-Allow-Origin"] == FRIEND
    exposed = {name.strip() for name in answer.headers["Access-Control-Expose-Headers"].split(",")}
    assert {"ETag", "Location", "RateLimit", "RateLimit-Policy", "Retry-After"} <= exposed
    assert "Access-Control-Allow-Credentials" not in answer.headers
    # (also where it is refused)
    for _ in range(4):
        answer = open_to_pages.http.get("/v1/games", headers={"Origin": FRIEND})
    is_refused(answer, 429, "rate_limited")
    assert answer.headers["Access-Control-Allow-Origin"] == FRIEND


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_a_configured_origin_can_send_the_headers_of_the_api(open_to_pages: Api, method: str) -> None:
    asked = {
        "Origin": FRIEND,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type,if-match,idempotency-key,last-event-id",
    }
    answer = open_to_pages.http.options("/v1/matches", headers=asked)
    assert answer.status_code == 204
    assert answer.headers["Access-Control-Allow-Origin"] == FRIEND
    assert method in answer.headers["Access-Control-Allow-Methods"]


@pytest.mark.parametrize("origin", ["https://elsewhere.example", f"{FRIEND}.elsewhere.example", "null"])
def test_other_origins_cannot_read_responses(open_to_pages: Api, origin: str) -> None:
    answer = open_to_pages.http.get("/health/live", headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in answer.headers
    asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    answer = open_to_pages.http.options("/v1/matches", headers=asked)
    assert "Access-Control-Allow-Origin" not in answer.headers

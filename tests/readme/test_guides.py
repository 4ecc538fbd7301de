"""The guides name the settings, routes and problem codes that the service has."""

import re
from pathlib import Path

import msgspec
import pytest

from service.http.problem_kinds import STATUS
from service.settings import Settings
from tests.kit.api import ROOT

OPERATORS = (ROOT / "ops/guides/operators.md").read_text()
GUIDES = sorted((*(ROOT / "openapi/guides").glob("*.md"), *(ROOT / "ops/guides").glob("*.md")))
ROUTE = re.compile(r"`(GET|POST|DELETE) (/[^`?]*|\.\.\.[^`?]*)")
CODE = re.compile(r"\(`([a-z_]+)`(?:,\s+`([a-z_]+)`)?\)")
DOCUMENT = msgspec.json.decode((ROOT / "openapi/openapi.json").read_bytes())

every_guide = pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)


def shown(default: object) -> str:
    return "" if default in {None, ()} else f"`{default}`"


def routes() -> set[tuple[str, str]]:
    return {
        (method.upper(), re.sub(r"\{\w+\}", "{}", path)) for path, item in DOCUMENT["paths"].items() for method in item
    } | {("GET", "/metrics")}


def test_the_operators_guide_lists_every_setting_with_its_default() -> None:
    listed = re.findall(r"^\| `CHRONICLE_(\w+)` \| (.*?) ?\|", OPERATORS, re.MULTILINE)

    fields = msgspec.structs.fields(Settings)
    assert listed == [(field.name.upper(), shown(field.default)) for field in fields]


@every_guide
def test_every_route_that_a_guide_names_exists(guide: Path) -> None:
    named = {(method, re.sub(r"\{\w+\}", "{}", path)) for method, path in ROUTE.findall(guide.read_text())}

    full = {(method, path.replace("...", "/v1/matches/{}")) for method, path in named}
    assert full - routes() == set()


@every_guide
def test_every_problem_code_that_a_guide_names_exists(guide: Path) -> None:
    named = {code for pair in CODE.findall(guide.read_text()) for code in pair if code}

    assert named - set(STATUS) == set()

"""Conformance of the running service to its OpenAPI document."""

import json
import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from service.cli.openapi import document
from service.settings import Settings
from tests.kit.api import GAMES, Api, database, running
from tests.kit.clients import Match, Person
from tests.kit.people import makes

Operation = APIOperation[Any, Any, Any, Any]

DOCUMENT: Final = json.loads(document(GAMES))
OPERATIONS: Final = [
    found.ok() for found in schemathesis.openapi.from_dict(DOCUMENT).get_all_operations() if isinstance(found, Ok)
]
WAYS: Final = [
    pytest.param(operation, mode, id=f"{operation.label}, {mode.value}")
    for operation in OPERATIONS
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or len(operation.query) or len(operation.body)
]
CHECKS: Final[list[CheckFunction]] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
_HEALTH: Final = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture]
FEW: Final = settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=_HEALTH)
MANY: Final = settings(max_examples=150, deadline=None, database=None, suppress_health_check=_HEALTH)


class Known(NamedTuple):
    """Existing resources that requests can name."""

    api: Api
    headers: dict[str, str]
    parameters: dict[str, list[str]]


@pytest.fixture(scope="module")
def known(postgres_url: str) -> Iterator[Known]:
    """A service without waits, with a match in each phase."""
    with database(postgres_url) as url, running(url, Settings(longest_wait=0)) as api:
        people = api.people(2)
        waiting = people[0].opens("pebbles", 3).seats(people[0])
        playing, over = (people[0].opens(game).seats(*people) for game in ("queen_of_12", "pebbles"))
        over.plays_on(random.Random(1))
        book = people[0].does("/v1/chronicles", {"name": "The Quiet Table"})["id"]
        people[0].opens("council_of_12", chronicle=book).seats(*people).plays_on(random.Random(1))
        matches: list[Match] = [waiting, playing, over]
        parameters = {
            "match": [match.id for match in matches],
            "over": [over.id],
            "player": [people[1].id],
            "token": [makes(people[0])["id"] for _ in range(20)],
            "game": ["pebbles", "queen_of_12", "claim_kingdoms", "player_12"],
            "edition": ["standard"],
            "chronicle": [book],
            "reign": ["1"],
        }
        yield Known(api, {"Authorization": f"Bearer {people[0].token}"}, parameters)


def answers_as_described(known: Known, operation: Operation, mode: GenerationMode, effort: settings) -> None:
    # Unknown fields of a body are refused; unknown parameters of a query are ignored, as everywhere on the web.
    checks = [*CHECKS, negative_data_rejection] if len(operation.body) else CHECKS

    @effort
    @given(case=operation.as_strategy(generation_mode=mode), there=st.data())
    def each(case: Case[Any], there: st.DataObject) -> None:
        # half of the time something that is there is asked for
        for name in case.path_parameters:
            if there.draw(st.booleans()):
                names = known.parameters["over" if operation.path.endswith("/stream") else name]
                case.path_parameters[name] = there.draw(st.sampled_from(names))
        case.call_and_validate(base_url=known.api.url, headers=known.headers, checks=checks)

    each()


def test_the_service_serves_the_tested_document(known: Known) -> None:
    assert known.api.stranger.looks("/schema/openapi.json") == DOCUMENT


@pytest.mark.parametrize(("operation", "mode"), WAYS)
def test_responses_conform_to_the_document(known: Known, operation: Operation, mode: GenerationMode) -> None:
    answers_as_described(known, operation, mode, FEW)


@pytest.mark.slow
@pytest.mark.parametrize(("operation", "mode"), WAYS)
def test_many_more_responses_conform_to_the_document(known: Known, operation: Operation, mode: GenerationMode) -> None:
    answers_as_described(known, operation, mode, MANY)


def is_described(known: Known, label: str, by: Person, **case: Any) -> Any:  # noqa: ANN401 -- what a case holds; any JSON
    operation = next(each for each in OPERATIONS if each.label == label)
    headers = {"Authorization": f"Bearer {by.token}"} if by.token else None
    answer = operation.Case(**case).call_and_validate(base_url=known.api.url, headers=headers, checks=CHECKS[:-1])
    assert answer.status_code in {200, 201}, answer.text
    return answer


@pytest.mark.parametrize(
    ("game", "seats"),
    [("pebbles", 3), ("queen_of_12", 2), ("queen_of_12", 4), ("claim_kingdoms", 2), ("player_12", 2), ("player_12", 4)],
)
def test_responses_of_a_whole_match_conform_to_the_document(known: Known, game: str, seats: int) -> None:
    # given a match, when it is played to its end
    people, rng = known.api.people(seats), random.Random(2)
    match = people[0].opens(game, seats).seats(*people)
    at = {"path_parameters": {"match": match.id}}
    while waiting := match.waiting():
        seat = rng.choice(waiting)
        legal = is_described(known, "GET /v1/matches/{match}/legal-actions", people[seat], **at).json()
        body = {"action": rng.choice(legal["actions"]), "decision": legal["decision"]["id"]}
        act = "POST /v1/matches/{match}/actions"
        is_described(known, act, people[seat], **at, body=body, media_type="application/json")
        if rng.random() < 0.2:
            is_described(known, "GET /v1/matches/{match}", people[seat], **at)
    # then everything that it leaves behind is as described, too
    for viewer in (people[0], known.api.stranger):
        is_described(known, "GET /v1/matches/{match}", viewer, **at)
        for page in ("events", "replay"):
            is_described(known, f"GET /v1/matches/{{match}}/{page}", viewer, **at, query={"limit": 500})
        is_described(known, "GET /v1/matches/{match}/replay", viewer, **at, query={"at": 20})
        for whole in ("audit", "stream"):
            is_described(known, f"GET /v1/matches/{{match}}/{whole}", viewer, **at)


def test_all_other_responses_conform_to_the_document(known: Known) -> None:
    person, somebody = known.api.person(), {"path_parameters": {"player": known.parameters["player"][0]}}
    for path in ("/v1/games", "/v1/matches", "/v1/keys", "/health/live", "/health/ready"):
        is_described(known, f"GET {path}", person)
    for game in known.parameters["game"]:
        for what in ("games/{game}", "scoreboards/{game}"):
            is_described(known, f"GET /v1/{what}", person, path_parameters={"game": game})
        edition = {"game": game, "edition": "standard"}
        is_described(known, "GET /v1/games/{game}/editions/{edition}", person, path_parameters=edition)
    pairs = {"path_parameters": {"game": "player_12"}}
    is_described(known, "GET /v1/scoreboards/{game}/pairs", person, **pairs)
    for what in ("", "/matches"):
        is_described(known, f"GET /v1/players/{{player}}{what}", person, **somebody)
    for path, body in (("players", {"name": "Ada"}), ("matches", {"game": "queen_of_12"})):
        is_described(known, f"POST /v1/{path}", person, body=body, media_type="application/json")


def test_every_route_that_changes_state_documents_its_scope() -> None:
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            scopes = [scope for each in operation.get("security", ()) for scope in each.get("token", ())]
            assert method == "get" or scopes, f"{method} {path}: state `security=needs(...)`"

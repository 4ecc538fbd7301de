"""Descriptions of the games, complete for clients."""

import random

import msgspec
import pytest

from domain.catalogue import CATALOGUE
from domain.games.queen_of_12 import GAME as QUEEN
from domain.kernel.game import AnyGame
from domain.kernel.messages import tag_of
from projections.catalogue import projections_of
from service.automation.due_matches import DUE_MATCHES
from tests.kit import straight
from tests.kit.api import GAMES, Api
from tests.kit.problems import is_refused

every_game = pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.key)


def test_all_games_of_the_catalogue_are_listed(api: Api) -> None:
    listed = api.stranger.looks("/v1/games")["games"]
    assert [(line["game"], line["title"], tuple(line["seats"])) for line in listed] == [
        (game.key, game.title, game.seats) for game in GAMES
    ]


@every_game
def test_a_game_is_described_with_every_action_event_and_decision(api: Api, game: AnyGame) -> None:
    described = api.stranger.looks(f"/v1/games/{game.key}")
    for group, kinds in (("actions", game.actions), ("events", game.events), ("decisions", game.decisions)):
        assert set(described[group]) == {tag_of(kind) for kind in kinds}
        assert all("$ref" in each or each["data"] for each in described[group].values())
    assert described["sealed_actions"] == [tag_of(kind) for kind in game.actions if kind.SEALED]
    assert described["bots"] == list(game.bots)
    assert tuple(described["phases"]) == game.phases
    assert (described["rules_version"], described["rules"]) == (game.rules_version, game.rules)


@every_game
def test_events_conform_to_their_schemas(api: Api, game: AnyGame) -> None:
    # given a match that was played to its end
    seats = max(game.seats)
    people = api.people(seats)
    match = people[0].opens(game.key, seats).seats(*people)
    match.plays_on(random.Random(seats))
    # then each of the game's events has exactly the parts that its description names
    kinds = api.stranger.looks(f"/v1/games/{game.key}")["events"]
    met = [event for event in match.log() if event["type"] in kinds]
    assert len(met) > 10
    for event in met:
        kind = kinds[event["type"]]
        assert set(kind["data"]["required"]) <= event["data"].keys() <= set(kind["data"]["properties"])
        if kind["sealed"] is not None:
            assert event["sealed"]["secret"]["event"].keys() <= set(kind["sealed"]["properties"])
        assert event["revision"] == kind["revision"]


@every_game
def test_a_match_can_be_opened_with_the_documented_defaults(api: Api, game: AnyGame) -> None:
    options = api.stranger.looks(f"/v1/games/{game.key}")["options"]
    (properties,) = [inner["properties"] for name, inner in options["$defs"].items() if options["$ref"].endswith(name)]
    defaults = {name: field["default"] for name, field in properties.items()}
    assert defaults == msgspec.json.decode(msgspec.json.encode(game.options()))
    assert api.person().opens(game.key, min(game.seats), **defaults).now()["phase"] == "open"


def test_the_options_of_a_game_come_with_their_defaults_and_values(api: Api) -> None:
    options = api.stranger.looks("/v1/games/queen_of_12")["options"]
    properties = options["$defs"]["Options"]["properties"]
    assert (properties["sheet"]["enum"], properties["sheet"]["default"]) == (["A", "B"], "A")
    assert (properties["fan"]["enum"], properties["fan"]["default"]) == (["first_game", "random"], "first_game")


def test_an_edition_is_returned_with_its_sources_and_digest(api: Api) -> None:
    # given the edition that a game is played with by default
    (line,) = [line for line in api.stranger.looks("/v1/games/queen_of_12")["editions"] if line["default"]]
    # when it is asked for
    found = api.stranger.looks(f"/v1/games/queen_of_12/editions/{line['name']}")
    # then its digest is that of what was given, and everything says where it comes from
    assert msgspec.convert(found["edition"], QUEEN.edition) == QUEEN.editions[line["name"]]
    assert found["digest"] == line["digest"] == straight.sha256(straight.canonical_json(found["edition"]))
    assert set(found["sources"].values()) <= {"rulebook", "public", "reconstructed"}
    assert found["sources"]


@pytest.mark.parametrize(
    "path", ["/v1/games/chess", "/v1/games/chess/editions/standard", "/v1/games/pebbles/editions/chess", "/v1/game"]
)
def test_unknown_games_and_editions_are_not_found(api: Api, path: str) -> None:
    is_refused(api.stranger.get(path), 404, "not_found")


def test_unsupported_methods_are_refused(api: Api) -> None:
    answer = api.http.delete("/v1/games")
    is_refused(answer, 405, "method_not_allowed")


def test_the_liveness_check_succeeds(api: Api) -> None:
    assert api.stranger.looks("/health/live") == {"status": "ok"}


def test_the_readiness_check_reports_projection_statuses(api: Api) -> None:
    ready = api.stranger.looks("/health/ready")
    behind = any(each["behind"] for each in ready["projections"].values())
    assert ready["status"] == ("behind" if behind else "ok")
    assert set(ready["projections"]) == {*projections_of(CATALOGUE), DUE_MATCHES.name}
    assert all(standing["stopped_at"] is None for standing in ready["projections"].values())

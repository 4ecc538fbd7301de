"""The catalogue: games by key, editions by name and by digest, tables that fit."""

import msgspec
import pytest

from domain.catalogue import CATALOGUE, Catalogue, edition_digest, edition_of, table_for
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame
from tests.kit.story import GAMES
from tests.toy.game import GAME as PEBBLES
from tests.toy.game import STANDARD, PebbleOptions

every_game = pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.key)


def test_a_game_needs_only_a_place_in_the_catalogue() -> None:
    games = Catalogue(*CATALOGUE, PEBBLES)
    assert [game.key for game in games] == [*(game.key for game in CATALOGUE), "pebbles"]
    assert games.game("pebbles") is PEBBLES


def test_an_unknown_game_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Refused, match="Available games: pebbles") as caught:
        Catalogue(PEBBLES).game("chess")
    assert caught.value.code == "unknown_game"


def test_an_unknown_edition_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Refused, match="Available editions: standard") as caught:
        edition_of(PEBBLES, "deluxe")
    assert caught.value.code == "unknown_edition"


def test_options_are_filled_in() -> None:
    assert table_for(PEBBLES, 2, {}, STANDARD).options == PebbleOptions(double=False)
    assert table_for(PEBBLES, 2, {"double": True}, STANDARD).options == PebbleOptions(double=True)


@every_game
def test_every_edition_has_a_name_and_a_digest_of_its_own(game: AnyGame) -> None:
    assert [edition.name for edition in game.editions.values()] == list(game.editions)
    assert len(set(map(edition_digest, game.editions.values()))) == len(game.editions)
    assert edition_of(game, None) is game.editions[game.default_edition]


@every_game
def test_an_edition_keeps_its_digest_when_it_is_sent_and_read(game: AnyGame) -> None:
    for edition in game.editions.values():
        read = msgspec.json.decode(msgspec.json.encode(edition), type=game.edition)
        assert edition_digest(read) == edition_digest(edition)


@every_game
def test_an_edition_says_where_its_values_come_from(game: AnyGame) -> None:
    for edition in game.editions.values():
        fields = set(msgspec.structs.asdict(edition)) - {"name", "sources"}
        assert {source.partition("/")[0] for source in edition.sources} == fields


@every_game
def test_every_game_can_be_opened_by_its_defaults(game: AnyGame) -> None:
    for seats in game.seats:
        assert table_for(game, seats, {}, edition_of(game, None)).seats == seats


@every_game
def test_stored_names_are_told_apart(game: AnyGame) -> None:
    for kinds in (game.actions, game.events, game.decisions):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(set(tags)) == len(tags)


@every_game
def test_every_game_has_a_bot_that_plays_anything(game: AnyGame) -> None:
    assert "random" in game.bots

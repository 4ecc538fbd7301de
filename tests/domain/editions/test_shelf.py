"""Publishing editions: each name and each digest once, for ever."""

import pytest

from domain.catalogue import edition_digest, edition_of
from domain.editions.decoding import read_edition
from domain.editions.published import EditionPublished, Published, PublishedEditions, evolve, publish
from domain.kernel.basics import PlayerId, Version
from domain.kernel.errors import Refused
from domain.kernel.messages import Edition
from tests.kit.editions import written
from tests.kit.story import ALICE, BOB, GAMES, moment
from tests.toy.game import GAME as PEBBLES


def edition(name: str = "my-own", faces: int = 12) -> Edition:
    return read_edition(PEBBLES, written(PEBBLES, name, faces=faces))


def having(shelf: PublishedEditions, one: Edition, publisher: PlayerId = ALICE) -> PublishedEditions:
    (event,) = publish(PEBBLES, shelf, one, publisher)
    return evolve(shelf, Version(len(shelf.editions) + 1), moment(0), event)


def test_an_edition_is_published_with_its_digest_and_publisher() -> None:
    one = edition()
    told = {"name": "my-own", "sources": {"faces": "reconstructed"}, "faces": 12}
    assert publish(PEBBLES, PublishedEditions(), one, ALICE) == (
        EditionPublished(PEBBLES.key, edition_digest(one), told, ALICE),
    )


def test_it_is_found_by_name_and_by_digest() -> None:
    shelf = having(having(PublishedEditions(), edition("one")), edition("two"), BOB)
    second = Published(Version(2), "two", edition_digest(edition("two")), BOB, moment(0))
    assert shelf.find("two") == shelf.find(second.digest) == second
    assert shelf.find("three") is None


def test_published_again_nothing_happens() -> None:
    assert publish(PEBBLES, having(PublishedEditions(), edition()), edition(), BOB) == ()


@pytest.mark.parametrize("name", ["standard", "my-own"])
def test_a_name_that_another_edition_has_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="give it a new name") as caught:
        publish(PEBBLES, having(PublishedEditions(), edition()), edition(name, 20), ALICE)
    assert caught.value.code == "edition_name_taken"


def test_games_that_have_it_find_it_by_name_and_by_digest_and_no_other_game_does() -> None:
    one = edition()
    games = GAMES.with_edition(PEBBLES.key, one)
    assert [game.key for game in games] == [game.key for game in GAMES]
    for word in (one.name, edition_digest(one)):
        assert edition_of(games.game("pebbles"), word) is one
        with pytest.raises(Refused):
            edition_of(GAMES.game("pebbles"), word)
    assert games.game("queen_of_12") is GAMES.game("queen_of_12")

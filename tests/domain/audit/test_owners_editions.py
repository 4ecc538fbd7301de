"""Audits of matches that were played with an edition of an owner: the bundle brings it along."""

import random
from typing import Any

import pytest

from domain.audit.verify import Failure, verify
from domain.editions.decoding import read_edition
from domain.games.queen_of_12 import GAME as QUEEN
from domain.kernel.game import AnyGame
from domain.matches.decide import MatchRequest
from domain.matches.evolve import fold
from tests.kit import straight
from tests.kit.bundles import SERVICE, bundle_of, forged, read
from tests.kit.editions import put, written
from tests.kit.story import GAMES, Story, is_full, opens
from tests.toy.game import GAME as PEBBLES


def played(game: AnyGame, **fields: Any) -> Story:  # noqa: ANN401 -- any JSON
    games = GAMES.with_edition(game.key, read_edition(game, written(game, **fields)))
    seats = min(game.seats)
    story = is_full(opens(MatchRequest(game.key, seats, {}, "my-own"), games=games))
    return story.is_played(["random"] * seats, random.Random(3))


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.key)
def test_a_match_with_an_edition_that_the_program_does_not_have_is_proved(game: AnyGame) -> None:
    proof = verify(bundle_of(played(game)), GAMES, trusted_key=SERVICE.key)
    assert proof.owners_edition == "my-own"


def test_what_the_program_has_is_no_owners_edition() -> None:
    story = is_full(opens(MatchRequest("pebbles", 2, {}))).is_played(["random"] * 2, random.Random(3))
    assert verify(bundle_of(story), GAMES).owners_edition is None


def test_such_a_match_is_folded_with_games_that_have_the_edition() -> None:
    story = played(PEBBLES, faces=20)
    games = GAMES.with_edition(PEBBLES.key, read_edition(PEBBLES, written(PEBBLES, faces=20)))
    assert fold(games, None, story.records) == story.match


@pytest.mark.parametrize(
    ("field", "new", "reason"),
    [
        ("faces", 0, "a die needs a face"),
        ("faces", "six", "faces: Expected `int`"),
        ("name", "standard", "edition 'standard' differs from the edition of that name"),
        ("name", "No Name", "name: must be 1 to 40"),
        ("sources", {}, "faces: has no source"),
    ],
)
def test_an_edition_that_could_not_be_published_is_found(field: str, new: object, reason: str) -> None:
    # given a bundle whose edition was exchanged, with a digest that fits
    lines = read(bundle_of(played(PEBBLES, faces=20)))
    lines[0]["edition"][field] = new
    lines[0]["edition_digest"] = straight.sha256(straight.canonical_json(lines[0]["edition"]))
    lines[1]["event"]["data"]["edition_digest"] = lines[0]["edition_digest"]
    # when it is audited
    with pytest.raises(Failure) as caught:
        verify(forged(lines), GAMES)
    # then the edition is what is wrong
    assert caught.value.check == "edition"
    assert reason in caught.value.detail


def test_an_edition_that_is_not_the_one_of_its_digest_is_found() -> None:
    lines = read(bundle_of(played(PEBBLES, faces=20)))
    lines[0]["edition"]["faces"] = 19
    with pytest.raises(Failure, match="does not match its digest"):
        verify(forged(lines), GAMES)


def test_another_edition_than_the_one_played_with_is_found_where_it_matters() -> None:
    # given a bundle whose edition was exchanged for another that can be played, all digests made to fit
    lines = read(bundle_of(played(QUEEN)))
    put(lines[0]["edition"], ("first_line_bonus",), 7)
    lines[0]["edition_digest"] = straight.sha256(straight.canonical_json(lines[0]["edition"]))
    # then the first event, which pins the digest, does not follow
    with pytest.raises(Failure) as caught:
        verify(forged(lines), GAMES)
    assert (caught.value.check, caught.value.version) == ("rules", 1)

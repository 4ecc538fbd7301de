import msgspec
import pytest
from msgspec.structs import replace

from domain.games.claim_kingdoms import GAME
from domain.games.claim_kingdoms.edition import EDITIONS, STANDARD, Edition
from domain.games.claim_kingdoms.edition_checks import check_edition
from domain.games.claim_kingdoms.pieces import FACTIONS

PRINTED = EDITIONS[STANDARD]


@pytest.mark.rule("1.2", "1.4")
def test_the_printed_edition_has_seven_cards_a_faction_and_sixteen_pieces_a_seat() -> None:
    assert PRINTED.cards_per_faction == 7
    assert PRINTED.pieces == 16
    assert set(PRINTED.values) == set(FACTIONS)
    assert set(PRINTED.sources.values()) == {"rulebook"}
    assert GAME.editions[GAME.default_edition] is PRINTED


def test_an_edition_is_found_by_its_name() -> None:
    assert all(key == edition.name for key, edition in EDITIONS.items())


@pytest.mark.parametrize(
    ("edition", "complaint"),
    [
        (replace(PRINTED, values={**PRINTED.values, "trolls": 0}), "controlling the trolls must be worth"),
        (replace(PRINTED, values={"trolls": 6}), "controlling the goblins must be worth"),
        (replace(PRINTED, cards_per_faction=1), "1 cards a faction are too few"),
        (replace(PRINTED, cards_per_faction=23), "23 cards a faction are too many to play with: 21 at most"),
        (replace(PRINTED, cards_per_faction=2**53 - 1), "are too many to play with: 21 at most"),
        (replace(PRINTED, cards_per_faction=8), "8 cards a faction would leave one seat without its last turn"),
        (replace(PRINTED, pieces=1), "1 pieces a seat are too few"),
        (replace(PRINTED, sources={"values": "public"}), "no source is given for cards_per_faction, pieces"),
    ],
)
def test_an_edition_that_cannot_be_played_with_says_why(edition: Edition, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        check_edition(edition)


def test_an_edition_with_an_unknown_faction_is_not_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**msgspec.to_builtins(PRINTED), "values": {"elves": 3}}, Edition)

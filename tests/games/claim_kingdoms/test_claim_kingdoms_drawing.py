from msgspec.structs import replace

from domain.games.claim_kingdoms import GAME
from domain.games.claim_kingdoms.state import FactionResult, Finished
from domain.kernel.messages import OMNISCIENT, SPECTATOR, Viewer
from tests.games.claim_kingdoms.given import BLUE, RED, Layout, kingdom, turn_of_red

LAYOUT: Layout = {(0, 0): ("dragons",), (1, 0): ("goblins", RED, BLUE), (0, -1): ("seers", BLUE)}


def drawn(viewer: Viewer, **changes: object) -> list[str]:
    assert GAME.draw is not None
    state = turn_of_red(LAYOUT, hands=(("trolls", "goblins"), ("knights", "seers")))
    state = replace(state, kingdom=kingdom(LAYOUT, {(-1, 0): "giants"}), **changes)
    return GAME.draw(GAME.view(state, viewer)).splitlines()


def test_the_kingdom_is_drawn_as_a_map_with_pieces_and_turned_over_cards() -> None:
    assert [line.split() for line in drawn(SPECTATOR)[1:4]] == [
        ["-1", "0", "1"],
        ["-1", ".", "See1", "."],
        ["0", "####", "Dra", "Gob01"],
    ]
    starts = [line.index(text) for line, text in zip(drawn(SPECTATOR)[2:4], ("See1", "Dra"), strict=True)]
    assert max(starts) - min(starts) <= 1


def test_hands_are_drawn_for_who_may_see_them() -> None:
    seats = [line for line in drawn(Viewer(frozenset((RED,)))) if line.startswith("Seat")]
    assert seats[0].endswith("holds goblins, trolls")
    assert seats[1].endswith("holds 2")


def test_who_controls_a_faction_and_who_claims_the_throne_is_said() -> None:
    result = FactionResult("seers", (0, 1), BLUE, 7)
    lines = drawn(OMNISCIENT, phase=Finished("blocked", (result,), (2, 1), (BLUE,), "points"), scores=(3, 107))
    assert [line for line in lines if line.split()[0] == "seers"] == [
        "  seers           7 points, pieces 0 to 1: seat 1"
    ]
    assert [line for line in lines if line.startswith("Seat 1: 107 points (100+)")]
    assert lines[-1] == "The throne goes to seat 1: blocked, decided by points"

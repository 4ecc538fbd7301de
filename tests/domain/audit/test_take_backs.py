"""Audits of undo: neither the undone action nor the consent can be forged."""

from typing import Final

import pytest

from domain.audit.verify import Failure, verify
from domain.kernel.basics import Seat
from domain.matches.undo import answer_undo, request_undo
from tests.domain.audit.test_alterations import Alteration, both, cut, double, event, swap
from tests.kit.bundles import SERVICE, bundle_of, forged, read
from tests.kit.story import GAMES, Story, pebbles
from tests.toy.game import Cheer, HandDealt, Hide

CHEERED, HID, ASKED, DECLINED, ASKED_AGAIN, AGREED, BACK, CHEERED_AGAIN = 8, 9, 10, 11, 12, 13, 14, 15


def told() -> Story:
    """Seat 0 cheers, seat 1 hides a pebble and then lets seat 0 take its cheer back, but for the first time."""
    story = pebbles().acts(0, Cheer())
    hand = next(event.pebbles for event in story.events if isinstance(event, HandDealt) and event.to == 1)
    story = story.acts(1, Hide(hand[0]))
    for agrees in (False, True):
        story = story.then(request_undo(story.match, Seat(0), None))
        story = story.then(answer_undo(story.match, Seat(1), agrees=agrees))
    return story.acts(1, Cheer()).is_abandoned()


STORY: Final = told()


def found(alteration: Alteration) -> tuple[str, int | None]:
    lines = read(bundle_of(STORY))
    alteration(lines)
    with pytest.raises(Failure) as caught:
        verify(forged(lines), GAMES)
    return caught.value.check, caught.value.version


def test_the_story_is_the_one_that_the_cases_below_speak_of() -> None:
    assert [line["event"]["type"] for line in read(bundle_of(STORY))[CHEERED : CHEERED_AGAIN + 1]] == [
        *("cheered", "pebble_hidden", "take_back_asked", "take_back_answered", "take_back_asked"),
        *("take_back_answered", "action_taken_back", "cheered"),
    ]
    proof = verify(bundle_of(STORY), GAMES, trusted_key=SERVICE.key)
    assert (proof.events, proof.actions) == (len(STORY.records), 3)


FORGED: Final = {
    "who asks": (event(ASKED, "seat", value=1), ASKED),
    "nobody asks": (event(ASKED, "seat", value=None), ASKED),
    "for what is asked": (event(ASKED, "data", "to", value=8), ASKED),
    "for nothing": (event(ASKED, "data", value={}), ASKED),
    "more": (event(ASKED, "data", value={"to": 7, "more": 1}), ASKED),
    "a request that nobody made": (cut(ASKED, ASKED), ASKED),
    "a request twice": (double(ASKED), ASKED + 1),
    "who answers": (event(AGREED, "seat", value=0), AGREED),
    "nobody answers": (event(AGREED, "seat", value=None), AGREED),
    "what is answered": (event(AGREED, "data", "agrees", value=False), BACK),
    "an answer that is none": (event(AGREED, "data", "agrees", value="perhaps"), AGREED),
    "an agreement for a refusal": (event(DECLINED, "data", "agrees", value=True), DECLINED + 1),
    "an answer that nobody gave": (cut(AGREED, AGREED), AGREED),
    "an action that stands": (cut(BACK, BACK), BACK),
    "where it goes back to": (event(BACK, "data", "to", value=8), BACK),
    "an action that comes back without leave": (both(cut(AGREED, AGREED), cut(ASKED_AGAIN, ASKED_AGAIN)), ASKED_AGAIN),
    "an action that comes back before leave": (swap(AGREED, BACK), AGREED),
}


@pytest.mark.parametrize(("alteration", "version"), FORGED.values(), ids=FORGED.keys())
def test_a_forgery_is_caught_at_its_event(alteration: Alteration, version: int) -> None:
    assert found(alteration) == ("rules", version)

"""Every way to alter a bundle is caught at its event, also when the service itself does it and covers its tracks."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from domain.audit.verify import Failure, verify
from domain.kernel.receipts import Signer
from tests.kit import straight
from tests.kit.bundles import SERVICE, STRANGER, Line, bundle_of, forged, read, written
from tests.kit.story import BOB, GAMES, whole_match
from tests.toy.game import HandDealt

Alteration = Callable[[list[Line]], object]

OPENED, SAT, STARTED, SHUFFLED, DEALT, CHEERED, HID, HID_LAST, SHOWN = 1, 2, 4, 5, 6, 8, 9, 10, 11
FINISHED, REVEALED = 18, 19


STORY: Final = whole_match()
HONEST: Final = bundle_of(STORY)
RECEIPTS: Final = tuple(SERVICE.receipt(record.match, record.version, record.hash) for record in STORY.records)


def found(lines: list[bytes], **known: Any) -> tuple[str, int | None]:  # noqa: ANN401 -- passed on to verify
    with pytest.raises(Failure) as caught:
        verify(lines, GAMES, **known)
    return caught.value.check, caught.value.version


def altered(alteration: Alteration) -> list[Line]:
    lines = read(HONEST)
    alteration(lines)
    return lines


def put(*path: str | int, value: object) -> Alteration:
    """Write a value somewhere."""

    def alteration(lines: list[Line]) -> None:
        place: Any = lines
        for step in path[:-1]:
            place = place[step]
        assert place[path[-1]] != value
        place[path[-1]] = value

    return alteration


def event(version: int, *path: str | int, value: object) -> Alteration:
    return put(version, "event", *path, value=value)


def both(*alterations: Alteration) -> Alteration:
    return lambda lines: [alteration(lines) for alteration in alterations]


def swap(one: int, other: int) -> Alteration:
    def alteration(lines: list[Line]) -> None:
        lines[one], lines[other] = lines[other], lines[one]

    return alteration


def double(version: int) -> Alteration:
    return lambda lines: lines.insert(version, read(HONEST)[version])


def cut(first: int, last: int) -> Alteration:
    def alteration(lines: list[Line]) -> None:
        del lines[first : last + 1]

    return alteration


def test_the_story_is_the_one_that_the_cases_below_speak_of() -> None:
    types = [line["event"]["type"] for line in read(HONEST)[1:-1]]
    assert types[:SHOWN] == [
        *("match_opened", "seat_taken", "seat_taken", "match_started", "bag_shuffled", "hand_dealt", "hand_dealt"),
        *("cheered", "pebble_hidden", "pebble_hidden", "pebbles_shown"),
    ]
    assert types[FINISHED - 1 :] == ["match_finished", "secret_revealed"]
    proof = verify(HONEST, GAMES, trusted_key=SERVICE.key, receipts=RECEIPTS)
    assert (proof.events, proof.actions) == (len(types), 7)


PEBBLE = read(HONEST)[HID]["event"]["sealed"]["secret"]["event"]["pebble"]
OTHER_PEBBLE = next(event.pebbles[2] for event in STORY.events if isinstance(event, HandDealt) and event.to == 1)
OTHER_SECRET = bytes(32)
DIE = read(HONEST)[SHOWN]["event"]["data"]["die"]

NAIVE = {
    "a die": (event(SHOWN, "data", "die", value=7 - DIE), "chain", SHOWN),
    "an open card": (event(SHOWN, "data", "pebbles", 0, value=99), "chain", SHOWN),
    "a hidden card": (event(HID, "sealed", "secret", "event", "pebble", value=OTHER_PEBBLE), "seal", HID),
    "a hidden action": (event(HID, "sealed", "secret", "action", "pebble", value=OTHER_PEBBLE), "seal", HID),
    "an order": (event(SHUFFLED, "sealed", "secret", "event", "order", value=[1, 2, 3]), "seal", SHUFFLED),
    "an open action": (event(CHEERED, "action", value={"type": "hide", "pebble": 1}), "chain", CHEERED),
    "an action taken away": (lambda lines: lines[CHEERED]["event"].pop("action"), "chain", CHEERED),
    "a time": (event(SHOWN, "at", value="2026-11-30T12:00:10.000000Z"), "chain", SHOWN),
    "a seat": (event(CHEERED, "seat", value=1), "chain", CHEERED),
    "a seat given to the service's event": (event(SHOWN, "seat", value=1), "chain", SHOWN),
    "a type": (event(SHOWN, "type", value="pebbles_hid"), "chain", SHOWN),
    "a revision": (event(SHOWN, "revision", value=2), "chain", SHOWN),
    "a version": (event(SHOWN, "version", value=12), "order", SHOWN),
    "a match": (event(SHOWN, "match", value="11111111-2222-4333-8444-555555555556"), "order", SHOWN),
    "a previous hash": (event(SHOWN, "prev", value="0" * 64), "chain", SHOWN),
    "a hash": (event(SHOWN, "hash", value="0" * 64), "chain", SHOWN),
    "a commitment": (event(HID, "sealed", "commitment", value="0" * 64), "chain", HID),
    "who knows a seal": (event(HID, "sealed", "seats", value=[0, 1]), "chain", HID),
    "a salt": (event(HID, "sealed", "salt", value="0" * 64), "seal", HID),
    "a salt that is none": (event(HID, "sealed", "salt", value="salt"), "seal", HID),
    "a salt taken away": (lambda lines: lines[HID]["event"]["sealed"].pop("salt"), "seal", HID),
    "a secret part taken away": (lambda lines: lines[HID]["event"]["sealed"].pop("secret"), "seal", HID),
    "a signature": (put(SHOWN, "signature", value="0" * 128), "signature", SHOWN),
    "a signature in capitals": (
        lambda lines: lines[SHOWN].update(signature=lines[SHOWN]["signature"].upper()),
        "signature",
        SHOWN,
    ),
    "a signature of another event": (
        lambda lines: lines[SHOWN].update(signature=lines[HID]["signature"]),
        "signature",
        SHOWN,
    ),
    "a missing line": (cut(HID, HID), "order", HID),
    "a missing first event": (cut(OPENED, OPENED), "order", OPENED),
    "a swapped pair": (swap(HID, HID_LAST), "order", HID),
    "a doubled line": (double(HID), "order", HID + 1),
    "a cut last line": (lambda lines: lines.pop(), "format", None),
    "a cut header": (lambda lines: lines.pop(0), "format", None),
    "an end cut within an action": (cut(REVEALED, REVEALED), "rules", REVEALED),
    "an end cut between actions": (cut(SHOWN + 1, REVEALED), "rules", SHOWN + 1),
    "everything cut": (cut(OPENED, REVEALED), "format", None),
    "the outcome": (put(-1, "outcome", "winners", value=[True]), "outcome", None),
    "the outcome taken away": (lambda lines: lines[-1].pop("outcome"), "outcome", None),
    "the phase": (put(-1, "phase", value="abandoned"), "outcome", None),
    "the secret": (put(-1, "secret", value=OTHER_SECRET.hex()), "commitment", OPENED),
    "a secret that is none": (put(-1, "secret", value="secret"), "commitment", None),
    "a secret in capitals": (lambda lines: lines[-1].update(secret=lines[-1]["secret"].upper()), "commitment", None),
    "the last receipt's version": (put(-1, "receipt", "version", value=REVEALED - 1), "signature", None),
    "the last receipt's signature": (put(-1, "receipt", "signature", value="0" * 128), "signature", None),
    "the last receipt's key": (put(-1, "receipt", "key", value=STRANGER.key), "signature", None),
    "the format": (put(0, "format", value="chronicle-of-12/audit@2"), "format", None),
    "the game": (put(0, "game", value="chess"), "game", None),
    "the rules version": (put(0, "rules_version", value=2), "rules version", None),
    "the number of seats": (put(0, "seats", value=3), "rules", OPENED),
    "a number of seats that no game has": (put(0, "seats", value=12), "rules", OPENED),
    "the options": (put(0, "options", "double", value=True), "rules", OPENED),
    "the options' type": (put(0, "options", "double", value=1), "rules", OPENED),
    "the edition": (put(0, "edition", "faces", value=20), "edition", None),
    "the edition's name": (put(0, "edition", "name", value="deluxe"), "edition", None),
    "the edition's digest": (put(0, "edition_digest", value="0" * 64), "edition", None),
    "the opener": (put(0, "opener", value=BOB), "rules", OPENED),
    "the time of opening": (put(0, "at", value="2026-11-30T12:00:00.000001Z"), "header", None),
    "the commitment": (put(0, "commitment", value="0" * 64), "commitment", OPENED),
    "the key": (put(0, "key", value=STRANGER.key), "signature", OPENED),
    "the match": (put(0, "match", value="11111111-2222-4333-8444-555555555556"), "order", OPENED),
    "a match that is none": (put(0, "match", value="mätch"), "format", None),
    "an unknown field of the header": (lambda lines: lines[0].update(more=1), "format", None),
    "an unknown field within an event": (lambda lines: lines[SHOWN]["event"].update(more=1), "format", SHOWN),
    "an unknown field of a seal": (lambda lines: lines[HID]["event"]["sealed"].update(more=1), "format", HID),
    "an unknown field of a receipt": (lambda lines: lines[-1]["receipt"].update(more=1), "format", None),
    "nothing where a field may be missing": (lambda lines: lines[SHOWN]["event"].update(action=None), "format", SHOWN),
    "an unknown field of a line": (lambda lines: lines[SHOWN].update(more=1), "format", SHOWN),
}


@pytest.mark.parametrize(("alteration", "check", "version"), NAIVE.values(), ids=NAIVE.keys())
def test_an_alteration_is_caught_at_its_event(alteration: Alteration, check: str, version: int | None) -> None:
    assert found(written(altered(alteration))) == (check, version)


HIDES_ANOTHER = both(
    event(HID, "sealed", "secret", "action", "pebble", value=OTHER_PEBBLE),
    event(HID, "sealed", "secret", "event", "pebble", value=OTHER_PEBBLE),
)
OTHER_COMMITMENT = straight.sha256(OTHER_SECRET)
ANOTHER_SECRET = both(
    put(0, "commitment", value=OTHER_COMMITMENT),
    event(OPENED, "data", "commitment", value=OTHER_COMMITMENT),
    event(REVEALED, "data", "secret", value=OTHER_SECRET.hex()),
    put(-1, "secret", value=OTHER_SECRET.hex()),
)
OTHER_EDITION = {"name": "standard", "faces": 20, "sources": {"faces": "reconstructed"}}
OTHER_EDITION_DIGEST = straight.sha256(straight.canonical_json(OTHER_EDITION))
ANOTHER_EDITION = both(
    put(0, "edition", value=OTHER_EDITION),
    put(0, "edition_digest", value=OTHER_EDITION_DIGEST),
    event(OPENED, "data", "edition_digest", value=OTHER_EDITION_DIGEST),
)
NO_WINNERS = {"ending": "three_rounds", "ranking": [1, 1], "scores": [0, 0], "winners": []}

FORGED = {
    "a die": (event(SHOWN, "data", "die", value=7 - DIE), "rules", SHOWN),
    "an open card": (event(SHOWN, "data", "pebbles", 0, value=99), "rules", SHOWN),
    "a hidden card without its action": (
        event(HID, "sealed", "secret", "event", "pebble", value=OTHER_PEBBLE),
        "rules",
        HID,
    ),
    "a hidden card with its action": (HIDES_ANOTHER, "rules", SHOWN),
    "a card of somebody else": (event(HID, "sealed", "secret", "action", "pebble", value=99), "rules", HID),
    "an action of no game": (event(HID, "sealed", "secret", "action", value={"type": "pass"}), "rules", HID),
    "an action taken away": (lambda lines: lines[HID]["event"]["sealed"]["secret"].pop("action"), "rules", HID),
    "an action added": (lambda lines: lines[SHOWN]["event"].update(action={"type": "cheer"}), "rules", SHOWN),
    "an action for nobody": (event(CHEERED, "seat", value=None), "rules", CHEERED),
    "an order": (event(SHUFFLED, "sealed", "secret", "event", "order", value=[1, 2, 3]), "rules", SHUFFLED),
    "a time within an action": (event(SHOWN, "at", value="2026-11-30T12:00:10.000000Z"), "rules", SHOWN),
    "a time that is none": (event(CHEERED, "at", value="yesterday"), "time", CHEERED),
    "a seat": (event(HID, "seat", value=0), "rules", HID),
    "a seat that no table has": (event(HID, "seat", value=-1), "rules", HID),
    "a type": (event(SHOWN, "type", value="pebbles_hid"), "rules", SHOWN),
    "a type that stands alone": (event(SAT, "type", value="seat_left"), "rules", SAT),
    "a revision": (event(SHOWN, "revision", value=2), "rules", SHOWN),
    "who knows a seal": (event(HID, "sealed", "seats", value=[0, 1]), "rules", HID),
    "a contribution": (event(SAT, "data", "contribution", value="mine"), "rules", SHUFFLED),
    "a bot that no game has": (event(SAT, "data", value={"contribution": "", "bot": "deep"}), "rules", SAT),
    "somebody who is nobody": (event(SAT, "data", value={"contribution": ""}), "rules", SAT),
    "a missing consequence": (cut(SHOWN, SHOWN), "rules", SHOWN),
    "a missing choice": (cut(HID, HID), "rules", HID + 1),
    "a swapped pair": (swap(HID_LAST, SHOWN), "rules", HID_LAST),
    "a doubled choice": (double(HID), "rules", HID + 1),
    "a doubled die": (double(SHOWN), "rules", SHOWN + 1),
    "an end cut within an action": (cut(REVEALED, REVEALED), "rules", REVEALED),
    "an end cut between actions": (cut(SHOWN + 1, REVEALED), "rules", SHOWN + 1),
    "an end after the end": (lambda lines: lines.insert(-1, read(HONEST)[CHEERED]), "rules", REVEALED + 1),
    "the outcome": (
        both(event(FINISHED, "data", "outcome", value=NO_WINNERS), put(-1, "outcome", value=NO_WINNERS)),
        "rules",
        FINISHED,
    ),
    "the secret": (ANOTHER_SECRET, "rules", SHUFFLED),
    "the revealed secret only": (event(REVEALED, "data", "secret", value=OTHER_SECRET.hex()), "rules", REVEALED),
    "the options": (
        both(event(OPENED, "data", "options", "double", value=True), put(0, "options", "double", value=True)),
        "rules",
        FINISHED,
    ),
    "the edition": (ANOTHER_EDITION, "edition", None),
}


@pytest.mark.parametrize(("alteration", "check", "version"), FORGED.values(), ids=FORGED.keys())
@pytest.mark.parametrize("signer", [SERVICE, STRANGER], ids=["the service", "a stranger"])
def test_a_forgery_is_caught_at_its_event(
    signer: Signer, alteration: Alteration, check: str, version: int | None
) -> None:
    # given lines that were altered, chained and signed anew
    lines = forged(altered(alteration), signer)
    # then the rules still show it
    assert found(lines) == (check, version)


@pytest.mark.parametrize("alteration", [lambda _: None, *(case[0] for case in FORGED.values())])
def test_nobody_else_signs_with_the_service_s_key(alteration: Alteration) -> None:
    assert found(forged(altered(alteration), STRANGER), trusted_key=SERVICE.key) == ("key", None)


CONSISTENT = {
    "a time": (event(CHEERED, "at", value="2026-11-30T11:00:00.000000Z"), CHEERED),
    "an action that changes nothing": (cut(CHEERED, CHEERED), CHEERED),
    "who sits where": (event(SAT, "data", "player", value="90000000-0000-4000-8000-000000000000"), SAT),
}


@pytest.mark.parametrize(("alteration", "version"), CONSISTENT.values(), ids=CONSISTENT.keys())
def test_a_history_that_may_have_been_is_caught_by_the_receipts_that_players_kept(
    alteration: Alteration, version: int
) -> None:
    # given a service that rewrites what nothing else depends on
    lines = forged(altered(alteration))
    assert verify(lines, GAMES, trusted_key=SERVICE.key).key == SERVICE.key
    # then it contradicts its own receipts, from the altered event on
    assert verify(lines, GAMES, receipts=RECEIPTS[: version - 1]).key == SERVICE.key
    assert found(lines, receipts=RECEIPTS) == ("receipt", version)
    assert found(lines, receipts=RECEIPTS[-1:]) == ("receipt", REVEALED)


def test_a_receipt_that_proves_nothing_is_told_apart() -> None:
    last = STORY.records[-1]
    stranger = STRANGER.receipt(last.match, last.version, last.hash)
    with pytest.raises(Failure, match="not valid for this match and key"):
        verify(HONEST, GAMES, receipts=[stranger])

"""Verification of a bundle without trust in its author: chain, seals, commitment, draws, rules, outcome, signatures.

Inputs are what people did (opening, seats, actions, votes, resignations, and their times), the options that the
service supplied at the start, and the revealed secret. Everything else is computed again and compared line by line.
A timeout must follow from the times of the events.
"""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from domain.audit.bundle import (
    EventLine,
    Footer,
    Header,
    Unreadable,
    header_of,
    read_event,
    read_footer,
    read_header,
)
from domain.catalogue import Catalogue, edition_digest
from domain.editions.decoding import read_edition
from domain.kernel.basics import GENESIS, Hash, Instant, PlayerId, Seat, Version
from domain.kernel.canonical import canonical, digest
from domain.kernel.chance import DrawRepeatedError, Draws, commitment
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame
from domain.kernel.messages import OMNISCIENT, Action, Edition, Event, either, tag_of
from domain.kernel.receipts import Receipt, is_genuine
from domain.kernel.records import Cause, Imported, Record, Shown, hash_of, known_to_viewer, show
from domain.kernel.seals import seal
from domain.matches.change import Change
from domain.matches.decide import MatchRequest, SeatRequest, abandon, act, advance, first_record, open_match, sit
from domain.matches.events import BranchBegun, MatchStarted, TakeBackAnswered, TakeBackAsked
from domain.matches.evolve import opened
from domain.matches.leaving import expire, resign, time_out, vote
from domain.matches.settings import PLAIN, Moment
from domain.matches.state import Abandoned, Finished, Match
from domain.matches.undo import answer_undo, request_undo

T = TypeVar("T")
E = TypeVar("E", bound=Event)

_MATCH = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


class Failure(Exception):  # noqa: N818 -- the finding of an audit
    """The first fault in a bundle; `version` is the event, none for the header or footer."""

    def __init__(self, check: str, detail: str, version: Version | None = None) -> None:
        """Store the name of the failed check, the description and the version."""
        super().__init__(detail)
        self.check = check
        self.detail = detail
        self.version = version


class Proof(Struct, frozen=True):
    """Result of a verification: the match, the number of events and actions, and the outcome (none if abandoned).

    `owners_edition` names the edition if it is an owner's: valid for the game and pinned in the first event, but
    known to this program from the bundle alone. `branch_of` is the version of another match that this match
    continues. The copied moves follow the rules; `domain.audit.source` verifies that the other match contains them.
    """

    match: str
    game: str
    events: int
    actions: int
    outcome: dict[str, Any] | None
    key: str
    owners_edition: str | None
    branch_of: Moment | None = None


class Restored(Struct, frozen=True):
    """A verified match: its proof, edition, opener, and records with their import mark (key and signature)."""

    proof: Proof
    edition: Edition
    opener: PlayerId
    records: tuple[Record, ...]


def verify(
    lines: Sequence[bytes], catalogue: Catalogue, *, trusted_key: str | None = None, receipts: Sequence[Receipt] = ()
) -> Proof:
    """Verify a bundle. Raises `Failure` for the first fault.

    `trusted_key` is the service's published key, from a source other than the bundle. Without it the signatures
    prove only that one key made all of them. `receipts` are receipts that players kept: they prove that even the
    service has not rewritten the events they sign. Works offline, without I/O.
    """
    return restore(lines, catalogue, trusted_key=trusted_key, receipts=receipts).proof


def restore(
    lines: Sequence[bytes], catalogue: Catalogue, *, trusted_key: str | None = None, receipts: Sequence[Receipt] = ()
) -> Restored:
    """Verify a bundle as `verify` does, and return the records of its match."""
    try:
        return _restore(lines, catalogue, trusted_key, receipts)
    except Unreadable as error:
        raise Failure("format", str(error), error.version) from None


def _restore(
    lines: Sequence[bytes], catalogue: Catalogue, trusted_key: str | None, receipts: Sequence[Receipt]
) -> Restored:
    if len(lines) < 3:  # noqa: PLR2004 -- a header, an event and a footer
        raise Failure("format", "the bundle has no events")
    header, footer = read_header(lines[0]), read_footer(lines[-1])
    if not _MATCH.fullmatch(header.match):
        raise Failure("format", f"invalid match id {header.match!r}")
    if trusted_key is not None and header.key != trusted_key:
        raise Failure("key", f"signed by {header.key}, not by the trusted key")
    log: list[Shown] = []
    signatures: list[str] = []
    previous = GENESIS
    for number, line in enumerate(lines[1:-1], 1):
        entry = read_event(line, Version(number))
        check_link(entry, header, Version(number), previous)
        previous = entry.event.hash
        log.append(entry.event)
        signatures.append(entry.signature)
    for receipt in receipts:
        _check_kept(receipt, header, log)
    game = _game_of(header, catalogue)
    edition = _edition_of(header, game)
    replay = _Replay(header, footer, catalogue.with_edition(game.key, edition), log)
    match, actions = replay.run()
    _check_ends(match, header, footer)
    owners = None if edition.name in game.editions else edition.name
    branch_of = match.terms.arrangement.branch_of
    proof = Proof(header.match, header.game, len(log), actions, footer.outcome, header.key, owners, branch_of)
    return Restored(proof, edition, header.opener, _signed(replay.records, header.key, signatures))


def _signed(records: Sequence[Record], key: str, signatures: Sequence[str]) -> tuple[Record, ...]:
    return tuple(
        msgspec.structs.replace(record, imported=Imported(key, signature))
        for record, signature in zip(records, signatures, strict=True)
    )


def check_link(entry: EventLine, header: Header, version: Version, previous: Hash) -> None:
    """Check the number, chain link, time, seal and signature of one event. Raises `Failure`."""
    shown = entry.event
    if shown.match != header.match:
        raise Failure("order", f"event {version} belongs to match {shown.match}", version)
    if shown.version != version:
        raise Failure("order", f"event {version} is missing: found event {shown.version} instead", version)
    if shown.prev != previous:
        raise Failure("chain", f"`prev` of event {version} is not the hash of the previous event", version)
    if hash_of(shown) != shown.hash:
        raise Failure("chain", f"`hash` of event {version} does not match its content", version)
    if not _is_moment(shown.at):
        raise Failure("time", f"event {version} has an invalid time: {shown.at!r}", version)
    _check_seal(shown)
    if not is_genuine(Receipt(shown.match, shown.version, shown.hash, entry.signature, header.key)):
        raise Failure("signature", f"event {version} is not signed by {header.key}", version)


def _is_moment(at: str) -> bool:
    try:
        return bool(_INSTANT.fullmatch(at) and datetime.fromisoformat(at))
    except ValueError:
        return False


def _check_seal(shown: Shown) -> None:
    sealed = shown.sealed
    if sealed is None:
        return
    if sealed.salt is None or sealed.secret is None:
        raise Failure("seal", f"the seal of event {shown.version} is not open", shown.version)
    try:
        salt = bytes.fromhex(sealed.salt)
    except ValueError:
        raise Failure("seal", f"the salt of event {shown.version} is not hexadecimal", shown.version) from None
    if seal(salt, sealed.secret) != sealed.commitment:
        raise Failure("seal", f"the secret of event {shown.version} does not match its commitment", shown.version)


def _check_kept(receipt: Receipt, header: Header, log: Sequence[Shown]) -> None:
    if receipt.match != header.match or receipt.key != header.key or not is_genuine(receipt):
        raise Failure("receipt", f"the receipt for version {receipt.version} is not valid for this match and key")
    if not 1 <= receipt.version <= len(log) or log[receipt.version - 1].hash != receipt.hash:
        raise Failure("receipt", f"event {receipt.version} is not the event that the receipt signed", receipt.version)


class _Replay:
    """Replay of a match from its actions; compares every derived event with the bundle's."""

    def __init__(self, header: Header, footer: Footer, catalogue: Catalogue, log: Sequence[Shown]) -> None:
        self._header = header
        self._footer = footer
        self._catalogue = catalogue
        self._log = log
        self._game = catalogue.game(header.game)
        self._drawn: set[str] = set()
        self.records: list[Record] = []

    def run(self) -> tuple[Match, int]:
        first = self._opening()
        self._compare((first,), None)
        match: Match = opened(self._catalogue, first)
        actions = 0
        while match.end.version < len(self._log):
            cause = self._log[match.end.version]
            match, records = self._again(match, cause)
            self._compare(records, match.seed)
            actions += records[0].action is not None
        return match, actions

    def _opening(self) -> Record:
        header, shown = self._header, self._log[0]
        arrangement = header.arrangement or PLAIN
        wanted = MatchRequest(header.game, header.seats, header.options, str(header.edition.get("name")), arrangement)
        secret = _secret(self._footer)
        if commitment(secret) != header.commitment:
            raise Failure("commitment", "the revealed secret does not match the commitment", Version(1))
        event = _derived(shown, lambda: open_match(self._catalogue, wanted, header.opener, secret))
        return first_record(event, header.match, shown.at)

    def _again(self, match: Match, shown: Shown) -> tuple[Match, tuple[Record, ...]]:
        action = self._action(shown)
        try:
            if action is not None:
                if shown.seat is None:
                    raise Failure("rules", f"event {shown.version} has an action but no seat", shown.version)
                change = act(match, shown.seat, action, chance=self._chance)
            else:
                change = self._lifecycle(match, shown)
        except Refused as refused:
            detail = f"event {shown.version} is not allowed: {refused.detail}"
            raise Failure("rules", detail, shown.version) from None
        except DrawRepeatedError as repeated:
            raise Failure("chance", f"draws of event {shown.version}: {repeated}", shown.version) from None
        return advance(match, Instant(shown.at), change, Cause(action))

    def _lifecycle(self, match: Match, shown: Shown) -> Change:  # noqa: PLR0911 -- one case a kind
        match shown.type:
            case "seat_taken":
                return sit(match, _sitting(shown), self._chance, self._supplied(shown), self._before(shown))
            case "take_back_asked":
                asked = _read(shown, TakeBackAsked)
                return request_undo(match, asked.seat, asked.to)
            case "take_back_answered":
                answered = _read(shown, TakeBackAnswered)
                return answer_undo(match, answered.seat, agrees=answered.agrees)
            case "match_abandoned" if shown.data.get("reason") == "expired":
                return expire(match, shown.at)
            case "match_abandoned":
                return abandon(match, PlayerId(str(shown.data.get("by"))))
            case "time_ran_out":
                return time_out(match, _seat(shown), str(shown.data.get("decision")), shown.at, self._chance)
            case "seat_forfeited":
                return resign(match, _seat(shown))
            case "abandonment_voted":
                return vote(match, _seat(shown), shown.data.get("agrees") is True)
            case _:
                detail = f"event {shown.version} ({shown.type}) does not follow from any action"
                raise Failure("rules", detail, shown.version)

    def _supplied(self, shown: Shown) -> dict[str, Any]:
        # State outside the match cannot be derived from the bundle, so it is an input like the actions.
        after = self._log[shown.version : shown.version + 1]
        given = after[0].data.get("supplied", {}) if after and after[0].type == tag_of(MatchStarted) else {}
        if not isinstance(given, dict):
            raise Failure("rules", f"`supplied` of event {shown.version + 1} is not an object", after[0].version)
        return given

    def _before(self, shown: Shown) -> BranchBegun | None:
        # The copied moves of a branch and their seeds are inputs too; its first events are derived from them.
        after = self._log[shown.version + 1 : shown.version + 2]
        if not after or after[0].type != tag_of(BranchBegun):
            return None
        return _derived(after[0], lambda: msgspec.convert(after[0].data, BranchBegun))

    def _chance(self, seed: bytes) -> Draws:
        return Draws(seed, self._drawn)

    def _action(self, shown: Shown) -> Action | None:
        written = shown.action
        if shown.sealed is not None and shown.sealed.secret is not None:
            written = shown.sealed.secret.get("action", written)
        if written is None:
            return None
        action: Action = _derived(shown, lambda: msgspec.convert(written, either(self._game.actions)))
        return action

    def _compare(self, records: Sequence[Record], seed: bytes | None) -> None:
        everybody = known_to_viewer(OMNISCIENT)
        for record in records:
            expected = show(record, seed, everybody)
            if record.version > len(self._log):
                raise Failure("rules", f"event {record.version} ({expected.type}) is missing", record.version)
            found = self._log[record.version - 1]
            if canonical(found) != canonical(expected):
                detail = f"event {record.version} is {_brief(found)}; the rules and draws produce {_brief(expected)}"
                raise Failure("rules", detail, record.version)
        self.records.extend(records)


def _derived(shown: Shown, make: Callable[[], T]) -> T:
    try:
        return make()
    except (Refused, msgspec.ValidationError) as error:
        raise Failure("rules", f"event {shown.version} is invalid: {error}", shown.version) from None


def _game_of(header: Header, catalogue: Catalogue) -> AnyGame:
    try:
        game = catalogue.game(header.game)
    except Refused as refused:
        raise Failure("game", refused.detail) from None
    if game.rules_version != header.rules_version:
        detail = f"played under rules version {header.rules_version}; this program has version {game.rules_version}"
        raise Failure("rules version", detail)
    return game


def _edition_of(header: Header, game: AnyGame) -> Edition:
    if digest(header.edition) != header.edition_digest:
        raise Failure("edition", "the edition does not match its digest")
    known = game.editions.get(str(header.edition.get("name")))
    try:
        edition: Edition = known or read_edition(game, header.edition)
    except ValueError as error:
        raise Failure("edition", f"the edition is not valid for {game.title}: {error}") from None
    if edition_digest(edition) != header.edition_digest:
        raise Failure("edition", f"edition {edition.name!r} differs from the edition of that name in this program")
    return edition


def _secret(footer: Footer) -> bytes:
    try:
        return bytes.fromhex(footer.secret)
    except ValueError:
        raise Failure("commitment", "the revealed secret is not hexadecimal") from None


def _read(shown: Shown, kind: type[E]) -> E:
    return _derived(shown, lambda: msgspec.convert({"seat": shown.seat, **shown.data}, kind))


def _seat(shown: Shown) -> Seat:
    if shown.seat is None:
        raise Failure("rules", f"event {shown.version} ({shown.type}) has no seat", shown.version)
    return shown.seat


def _sitting(shown: Shown) -> SeatRequest:
    try:
        return msgspec.convert({"seat": shown.seat, **shown.data}, SeatRequest)
    except msgspec.ValidationError as error:
        raise Failure("rules", f"event {shown.version} does not describe a seat: {error}", shown.version) from None


def _check_ends(match: Match, header: Header, footer: Footer) -> None:
    if not isinstance(match, Finished | Abandoned):
        missing = Version(match.end.version + 1)
        raise Failure("rules", f"event {missing} is missing: the match is not over", missing)
    if canonical(header_of(match, header.key)) != canonical(header):
        raise Failure("header", "the header differs from the terms of the match")
    phase = "finished" if isinstance(match, Finished) else "abandoned"
    outcome = msgspec.to_builtins(match.result, str_keys=True) if isinstance(match, Finished) else None
    if (footer.phase, canonical(footer.outcome)) != (phase, canonical(outcome)):
        raise Failure("outcome", "the footer differs from the ending of the match")
    if footer.secret != match.terms.opened.secret:
        raise Failure("commitment", "the secret in the footer differs from the revealed secret")
    _check_last(match, header, footer.receipt)


def _check_last(match: Match, header: Header, receipt: Receipt) -> None:
    at_end = (receipt.match, receipt.version, receipt.hash) == (match.terms.id, match.end.version, match.end.hash)
    if not at_end or receipt.key != header.key or not is_genuine(receipt):
        raise Failure("signature", "the receipt in the footer does not sign the last event")


def _brief(shown: Shown) -> str:
    secret = "" if shown.sealed is None or shown.sealed.secret is None else f" with {shown.sealed.secret}"
    return f"{shown.type} {shown.data}{secret}"

"""Pairs of worlds that differ only in hidden information, for tests that a viewer cannot distinguish them."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.basics import GENESIS, Hash, Instant, MatchId, Seat, Version
from domain.kernel.chance import Draws
from domain.kernel.game import AnyGame
from domain.kernel.messages import SPECTATOR, Action, Event, Viewer
from domain.kernel.playout import fold
from domain.kernel.records import Cause, Link, Shown, known_to_viewer, link, show
from tests.kit.playthroughs import Playthrough, leaves

_START = Link(MatchId("11111111-2222-4333-8444-555555555555"), Version(0), GENESIS)
_NOON = Instant("2026-11-30T12:00:00.000000Z")


class Move(Struct, frozen=True):
    """Action of a seat and its events."""

    seat: Seat
    action: Action
    events: Sequence[Event]


class World(Struct, frozen=True):
    """State of a game, and the moves to it since the worlds diverged."""

    state: Any
    moves: tuple[Move, ...] = ()


def choices(played: Playthrough, number: int) -> Iterator[tuple[Seat, World, World]]:
    """Pairs of worlds that diverge before a step by a sealed choice of one seat.

    Each pair continues with the same actions of other seats for as long as the choice stays hidden.
    """
    game, state = played.game, played.steps[number].before
    for seat in game.pending(state):
        hidden = [action for action in game.legal_actions(state, seat) if action.SEALED]
        for one, other in combinations(hidden[:3], 2):
            pair = _moved(played, (World(state), World(state)), seat, (one, other))
            while pair is not None:
                yield (seat, *pair)
                pair = _continued(played, pair, seat)


def _continued(played: Playthrough, pair: tuple[World, World], hider: Seat) -> tuple[World, World] | None:
    waiting = list(played.game.pending(pair[0].state))
    for seat in waiting:
        options = [played.game.legal_actions(world.state, seat) for world in pair]
        if options[0] and options[1] and options[0][0].SEALED and options[1][-1].SEALED:
            actions = (options[0][0], options[1][-1]) if seat == hider else (options[0][0], options[1][0])
            return _moved(played, pair, seat, actions)
    return None


def _moved(
    played: Playthrough, pair: tuple[World, World], seat: Seat, actions: tuple[Action, Action]
) -> tuple[World, World] | None:
    """Apply a move to both worlds. Returns None if the move reveals the choice."""
    game = played.game
    others = set(game.pending(pair[0].state)) - {seat}
    one, other = (_after(played, world, seat, action) for world, action in zip(pair, actions, strict=True))
    kept = others and all(others <= set(game.pending(world.state)) for world in (one, other))
    return (one, other) if kept or _sequel(one, played.seed) == _sequel(other, played.seed) else None


def _sequel(world: World, seed: bytes) -> list[Shown]:
    """Public form of the newest move, without the choice itself."""
    return redacted(World(world.state, world.moves[-1:]), seed, SPECTATOR)[1:]


def _after(played: Playthrough, world: World, seat: Seat, action: Action) -> World:
    decided = played.game.decide(world.state, seat, action, Draws(played.seed))
    return World(decided.state, (*world.moves, Move(seat, action, decided.events)))


def redacted(world: World, seed: bytes, viewer: Viewer) -> list[Shown]:
    """Event log of a world as a viewer sees it, without hashes and commitments."""
    shown: list[Shown] = []
    end = _START
    for move in world.moves:
        for place, event in enumerate(move.events):
            record = link(end, _NOON, event, seed, Cause(None if place else move.action))
            end = Link(end.match, record.version, record.hash)
            shown.append(_without_hashes(show(record, seed, known_to_viewer(viewer))))
    return shown


def _without_hashes(shown: Shown) -> Shown:
    sealed = shown.sealed
    if sealed is not None:
        sealed = replace(sealed, commitment=Hash(""))
    return replace(shown, prev=Hash(""), hash=Hash(""), sealed=sealed)


def exchanges(played: Playthrough, number: int, viewer: Viewer) -> Iterator[Any]:
    """States before a step with two values exchanged that the viewer has never seen.

    The viewer has received the same information in all of them.
    """
    events = played.events(number)
    hidden, seen = _split(events, viewer)
    for one, other in _pairs(hidden - seen):
        altered = [_exchanged(event, viewer, {one: other, other: one}) for event in events]
        yield fold(played.game.evolve, played.empty(), altered)


def _split(events: Sequence[Event], viewer: Viewer) -> tuple[set[object], set[object]]:
    hidden: set[object] = set()
    seen: set[object] = set()
    for event in events:
        for name, value in msgspec.to_builtins(event).items():
            (hidden if _hides(event, viewer) and name in event.SECRET else seen).update(leaves(value))
    return hidden, seen


def _pairs(things: set[object]) -> list[tuple[object, object]]:
    return [pair for pair in combinations(sorted(things, key=repr), 2) if type(pair[0]) is type(pair[1])][:3]


def _hides(event: Event, viewer: Viewer) -> bool:
    return bool(event.SECRET) and viewer.seats.isdisjoint(event.known_to())


def _exchanged(event: Event, viewer: Viewer, exchange: dict[object, object]) -> Event:
    if not _hides(event, viewer):
        return event
    fields = msgspec.to_builtins(event)
    altered = {name: _substituted(fields[name], exchange) for name in event.SECRET}
    return msgspec.convert({**fields, **altered}, type(event))


def _substituted(value: Any, exchange: dict[object, object]) -> Any:  # noqa: ANN401 -- any JSON
    if isinstance(value, dict):
        return {key: _substituted(inner, exchange) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_substituted(inner, exchange) for inner in value]
    return exchange.get(value, value)


def has_sealed_actions(game: AnyGame) -> bool:
    """Return whether the game has sealed actions."""
    return any(action.SEALED for action in game.actions)

"""Generator of golden matches: finished matches that every later version of the service must verify.

`python -m tests.kit.golden GAME` writes missing files to `tests/golden/GAME`. The same rules and editions produce
the same files, byte for byte. Existing files are never overwritten: a change of the rules that breaks one requires a
new rules version.
"""

import hashlib
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, product
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_URL, uuid5

import msgspec
from msgspec import Struct

from domain.catalogue import CATALOGUE
from domain.kernel.basics import MatchId, Seat
from domain.kernel.game import AnyGame, AnyTable
from domain.matches.clocks import Clock
from domain.matches.decide import MatchRequest
from domain.matches.settings import PLAIN, MatchSettings
from tests.kit.bundles import bundle_of
from tests.kit.playthroughs import Playthrough, play, union_of
from tests.kit.story import Story, is_full, moment, opens
from tests.kit.tables import tables

FOLDER: Final = Path(__file__).parents[1] / "golden"
SCRIPTS: Final = FOLDER / "scripts"
TRIES: Final = 1_500

Feature = tuple[str, str]


class Turn(Struct, frozen=True):
    """Action of a seat in a script."""

    seat: Seat
    action: dict[str, object]


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """Scripted match: its settings, its secret and all actions, independent of bots.

    `edition` is set if the default edition of the game has changed since.
    """

    match: MatchId
    secret: str
    seats: int
    options: dict[str, object]
    turns: tuple[Turn, ...]
    edition: str | None = None
    supplied: dict[str, object] = {}


class Case(Struct, frozen=True):
    """Match to generate; its name determines its secret."""

    name: str
    table: AnyTable
    bots: tuple[str, ...]


def covering(game: AnyGame) -> Iterator[Case]:
    """Cases that cover every edition and option, for each number of seats and bot; pairs are about equally frequent."""
    every, used = tables(game), Counter[frozenset[Feature]]()
    wanted = {pair for table in every for pair in combined(table) if len(pair) == 1}
    for number in count(1):
        for bot, seats in product(sorted(game.bots), game.seats):
            fitting = [table for table in every if table.seats == seats]
            table = min(fitting, key=lambda each: sum(used[pair] for pair in combined(each)))
            used.update(combined(table))
            yield Case(f"{seats}-seats-{bot}-{number}", table, (bot,) * seats)
        if wanted <= set(used):
            return


def combined(table: AnyTable) -> set[frozenset[Feature]]:
    """Features of a table: its edition, each of its options, and all pairs of these."""
    options = msgspec.to_builtins(table.options, str_keys=True)
    single = [("edition", table.edition.name), *((name, repr(value)) for name, value in options.items())]
    return {frozenset(pair) for pair in product(single, repeat=2)}


Ending = tuple[str, int]
"""Kind of ending, and number of seats."""


def endings(game: AnyGame, known: set[Ending]) -> Iterator[Case]:
    """Cases for endings that are not known yet, by number of seats, as far as a search finds them.

    The search tries tables with different kinds of bots first, then with one kind.
    """
    choices = tables(game)
    bots = sorted(game.bots)
    for number in range(2 * TRIES):
        table = choices[number % len(choices)]
        kinds = [bots[(number + (seat if number < TRIES else 0)) % len(bots)] for seat in range(table.seats)]
        case = Case(f"ending-{number}", table, tuple(kinds))
        ending = ending_of(game, played(game, begun(game, case), case).end)
        if (ending, table.seats) not in known:
            yield case


def ending_of(game: AnyGame, state: object) -> str:
    """Ending of a match by the keys of its game, with the deciding criterion if the game has one."""
    outcome = msgspec.to_builtins(game.outcome(state))
    return "-".join(dict.fromkeys(outcome[name] for name in ("ending", "decided_by") if name in outcome))


def begun(game: AnyGame, case: Case, arrangement: MatchSettings = PLAIN) -> Story:
    """Match of a case with all seats taken."""
    secret = hashlib.sha256(f"golden/{game.key}/{case.name}".encode()).digest()
    match = MatchId(str(uuid5(NAMESPACE_URL, f"golden/{game.key}/{case.name}")))
    options = msgspec.to_builtins(case.table.options, str_keys=True)
    wanted = MatchRequest(game.key, case.table.seats, options, case.table.edition.name, arrangement)
    return is_full(opens(wanted, secret=secret, match=match))


def played(game: AnyGame, story: Story, case: Case) -> Playthrough:
    """Playthrough of a case by its bots."""
    seed = story.match.seed
    assert seed is not None
    return play(game, case.table, seed, case.bots, random.Random(case.name))


def replayed(story: Story, match: Playthrough, until: int | None = None) -> Story:
    """Story of a playthrough, up to a step if `until` is given."""
    for step in match.steps[:until]:
        story = story.acts(step.seat, step.action)
    return story


def scripted(game: AnyGame) -> Iterator[tuple[str, Story]]:
    """Scripted matches of a game with their names, for situations that bots rarely reach."""
    for path in sorted((SCRIPTS / game.key).glob("*.json")):
        script = msgspec.json.decode(path.read_bytes(), type=Script)
        wanted = MatchRequest(game.key, script.seats, script.options, script.edition)
        story = is_full(opens(wanted, secret=bytes.fromhex(script.secret), match=script.match), script.supplied)
        for turn in script.turns:
            story = story.acts(turn.seat, msgspec.convert(turn.action, union_of(game.actions)))
        yield path.stem, story


def left(game: AnyGame) -> Story:
    """Match with a clock: timeouts, a withdrawn vote and a resignation, then bots play to the end."""
    rng, best = random.Random("left"), list(game.bots)[-1]
    case = Case("left", next(table for table in tables(game) if table.seats == max(game.seats)), ())
    story = begun(game, case, MatchSettings(clock=Clock(decision=60, bank=120), expires_after=3600))
    for minute in range(5, 20, 5):
        story = story.moves([best] * case.table.seats, rng)
        story = story.runs_out(moment(60 * minute))
    story = story.votes(0).votes(0, agrees=False).resigns(0)
    return story.is_played([best] * case.table.seats, rng)


def ends(known: set[Ending], ending: str, seats: int) -> str:
    """Add an ending to the known ones; return the name of its match."""
    is_first = ending not in {each for each, _ in known}
    known.add((ending, seats))
    return f"ends-{ending}" if is_first else f"ends-{ending}-{seats}-seats"


def make(game: AnyGame) -> Iterator[tuple[str, Story]]:
    """All golden matches of a game with their names."""
    known: set[Ending] = set()
    cases = list(covering(game))
    for case in cases:
        match = played(game, begun(game, case), case)
        known.add((ending_of(game, match.end), case.table.seats))
        yield case.name, replayed(begun(game, case), match)
    for name, story in scripted(game):
        ending = (ending_of(game, story.state), story.match.terms.table.seats)
        yield name if ending in known else ends(known, *ending), story
    for case in endings(game, known):
        match = played(game, begun(game, case), case)
        yield ends(known, ending_of(game, match.end), case.table.seats), replayed(begun(game, case), match)
    yield "left", left(game)
    half = msgspec.structs.replace(cases[0], name="abandoned")
    match = played(game, begun(game, half), half)
    yield half.name, replayed(begun(game, half), match, len(match.steps) // 2).is_abandoned()


def main(keys: Sequence[str]) -> None:
    """Write the missing golden matches of these games."""
    for game in map(CATALOGUE.game, keys):
        folder = FOLDER / game.key
        folder.mkdir(parents=True, exist_ok=True)
        for name, story in make(game):
            path = folder / f"{name}.jsonl"
            if not path.exists():
                path.write_bytes(b"".join(bundle_of(story)))
                sys.stdout.write(f"{game.key}/{path.name}: {len(story.records)} events\n")


if __name__ == "__main__":
    main(sys.argv[1:])

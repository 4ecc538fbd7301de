"""Properties of every game, played at random: the games of the catalogue and the toy game."""

import hashlib
import random
from collections import defaultdict
from itertools import product
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from domain.kernel.basics import Seat
from domain.kernel.canonical import canonical
from domain.kernel.chance import Draws
from domain.kernel.errors import RuleBroken
from domain.kernel.game import AnyGame
from domain.kernel.messages import OMNISCIENT, SPECTATOR, Action, Decision, Viewer
from domain.kernel.playout import Step, fold
from domain.kernel.records import shape_of
from tests.kit.playthroughs import Playthrough, leaves, play, playthroughs, union_of, variants
from tests.kit.profiles import DEEP, MATCHES
from tests.kit.story import GAMES
from tests.kit.tables import tables
from tests.kit.worlds import choices, exchanges, has_sealed_actions, redacted

every_game = pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.key)
whole_matches = settings(MATCHES)


def some(data: st.DataObject, things: Any, count: int) -> Any:  # noqa: ANN401 -- a sample of whatever it is given
    """At most so many of these things, drawn at random: a match has too many moments to look at each."""
    rng = data.draw(st.randoms(use_true_random=False))
    return rng.sample(things, min(count, len(things)))


# Matches


@every_game
@whole_matches
@given(data=st.data())
def test_a_match_ends_with_an_outcome(game: AnyGame, data: st.DataObject) -> None:
    # given a match that bots played to its end
    played = data.draw(playthroughs(game))
    # then nobody has anything left to choose
    assert game.pending(played.end) == {}
    assert [list(game.legal_actions(played.end, seat)) for seat in played.seats] == [[]] * len(played.seats)
    # and every seat has a score and a rank, and only the best win
    outcome = game.outcome(played.end)
    assert isinstance(outcome, game.outcome_type)
    assert len(outcome.scores) == len(outcome.ranking) == len(played.seats)
    assert min(outcome.ranking) == 1
    assert all(outcome.ranking[seat] == 1 for seat in outcome.winners)
    assert msgspec.json.decode(msgspec.json.encode(outcome), type=game.outcome_type) == outcome


@every_game
@whole_matches
@given(data=st.data())
def test_replaying_the_stored_events_gives_the_same_match(game: AnyGame, data: st.DataObject) -> None:
    # given the events of a match as they are stored
    played = data.draw(playthroughs(game))
    stored = [msgspec.json.encode(event) for event in played.events()]
    # when they are read and folded
    decoder = msgspec.json.Decoder(union_of(game.events))
    events = [decoder.decode(event) for event in stored]
    # then nothing was lost
    assert events == played.events()
    assert fold(game.evolve, played.empty(), events) == played.end


@every_game
@whole_matches
@given(data=st.data())
def test_what_is_hashed_has_one_form(game: AnyGame, data: st.DataObject) -> None:
    # given everything of a match that goes into a hash
    played = data.draw(playthroughs(game))
    told = [shape_of(event).fields for event in some(data, played.events(), 60)]
    told += [msgspec.to_builtins(step.action, str_keys=True) for step in some(data, played.steps, 30)]
    told += [msgspec.to_builtins(game.outcome(played.end), str_keys=True)]
    told += [msgspec.to_builtins(each, str_keys=True) for each in (played.table.edition, played.table.options)]
    # then RFC 8785 agrees on its bytes: no fractions, no numbers that other languages round, no odd keys
    for each in told:
        assert canonical(each) == rfc8785.dumps(each)
        assert not any(isinstance(leaf, float) for leaf in leaves(each))


@every_game
@whole_matches
@given(data=st.data())
def test_chance_is_all_that_a_match_is_made_of_besides_actions(game: AnyGame, data: st.DataObject) -> None:
    # given a match in which, as in all of them, no draw was made twice
    played = data.draw(playthroughs(game))
    # when the same actions are taken from the same seed, each with draws of its own
    state = game.setup(played.empty(), Draws(played.seed)).state
    for step in played.steps:
        decided = game.decide(state, step.seat, step.action, Draws(played.seed))
        # then the same happens
        assert decided.events == step.events
        state = decided.state
    assert state == played.end


@every_game
@whole_matches
@given(data=st.data())
def test_a_decision_s_state_is_the_fold_of_its_events(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    assert played.start == fold(game.evolve, played.empty(), played.laid)
    for step in played.steps:
        assert step.after == fold(game.evolve, step.before, step.events)
    for step in some(data, played.steps, 20):
        laid = game.reshuffle(step.before, Draws(bytes(32)))
        assert laid.state == fold(game.evolve, step.before, laid.events)


@every_game
def test_its_own_editions_are_as_its_editions_must_be(game: AnyGame) -> None:
    assert game.default_edition in game.editions
    for name, edition in game.editions.items():
        game.check_edition(edition)
        assert edition.name == name
        parts = {field.name for field in fields(game.edition)} - {"name", "sources"}
        assert {source.partition("/")[0] for source in edition.sources} == parts


# Actions


@every_game
@whole_matches
@given(data=st.data())
def test_decide_accepts_what_is_listed(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    for step in some(data, played.steps, 40):
        for seat in game.pending(step.before):
            actions = game.legal_actions(step.before, seat)
            assert actions, "a seat that must choose has a choice"
            assert len(set(map(repr, actions))) == len(actions), "an action is listed once"
            for action in some(data, actions, 12):
                assert game.decide(step.before, seat, action, Draws(played.seed)).events


@every_game
@whole_matches
@given(data=st.data())
def test_an_action_of_each_choice_answers_it(game: AnyGame, data: st.DataObject) -> None:
    # given a seat that must choose
    played = data.draw(playthroughs(game))
    for step in some(data, played.steps, 40):
        for seat, decision in game.pending(step.before).items():
            # then it need not do anything else first
            assert any(
                _is_answered(game, game.decide(step.before, seat, action, Draws(played.seed)).state, seat, decision)
                for action in game.legal_actions(step.before, seat)
            )


def _is_answered(game: AnyGame, state: object, seat: Seat, decision: Decision) -> bool:
    met = game.pending(state).get(seat)
    return met is None or met.id != decision.id


@every_game
@whole_matches
@given(data=st.data())
def test_decide_refuses_what_is_not_listed_and_names_the_rule(game: AnyGame, data: st.DataObject) -> None:
    # given the actions that were possible at any moment of a match, and others like them
    played = data.draw(playthroughs(game))
    listed = [action for step in some(data, played.steps, 40) for action in listed_at(game, step)]
    known = some(data, listed, 60)
    tried = [*known, *some(data, variants(game, known), 60)]
    for step in [*some(data, played.steps, 20), None]:
        state = step.before if step else played.end
        for seat in played.seats:
            legal = game.legal_actions(state, seat)
            for action in tried:
                if action not in legal:
                    refuses(game, state, seat, action)


def listed_at(game: AnyGame, step: Step) -> list[Action]:
    return [action for seat in game.pending(step.before) for action in game.legal_actions(step.before, seat)]


def refuses(game: AnyGame, state: Any, seat: Seat, action: Action) -> None:  # noqa: ANN401 -- a state of any game
    with pytest.raises(RuleBroken) as caught:
        game.decide(state, seat, action, Draws(bytes(32)))
    assert caught.value.rule
    assert caught.value.detail


@every_game
@whole_matches
@given(data=st.data())
def test_who_need_not_choose_has_nothing_to_choose_from(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    for step in played.steps:
        waiting = game.pending(step.before)
        assert waiting
        assert all(not game.legal_actions(step.before, seat) for seat in played.seats if seat not in waiting)


@every_game
@whole_matches
@given(data=st.data())
def test_an_action_s_first_event_is_its_seat_s(game: AnyGame, data: st.DataObject) -> None:
    for step in data.draw(playthroughs(game)).steps:
        first = step.events[0]
        assert getattr(first, "seat", None) == step.seat
        if step.action.SEALED:
            assert first.SECRET
            assert first.known_to() == (step.seat,)


@every_game
@whole_matches
@given(data=st.data())
def test_a_decision_keeps_its_id_and_never_comes_back(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    open_now: dict[Seat, Decision] = {}
    closed: defaultdict[Seat, set[str]] = defaultdict(set)
    for step in played.steps:
        waiting = dict(game.pending(step.before))
        for seat in played.seats:
            before, now = open_now.get(seat), waiting.get(seat)
            if before is not None and (now is None or now.id != before.id):
                closed[seat].add(before.id)
            elif before is not None:
                assert now == before
            assert now is None or now.id not in closed[seat]
        open_now = waiting


# Views


@every_game
@whole_matches
@given(data=st.data())
def test_views_can_be_shown_at_any_moment(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    decoder = msgspec.json.Decoder(game.view_type)
    for state in [played.empty(), played.start, *(step.after for step in some(data, played.steps, 30))]:
        for viewer in played.all_viewers():
            view = game.view(state, viewer)
            assert decoder.decode(msgspec.json.encode(view)) == view
            assert game.draw(view).strip()


@every_game
@whole_matches
@given(data=st.data())
def test_a_match_can_be_shown_after_any_event_as_late_spectators_see_it(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    events = played.events()
    for number in some(data, range(len(events)), 30):
        state = fold(game.evolve, played.empty(), events[:number])
        view = game.view(state, SPECTATOR)
        assert msgspec.json.decode(msgspec.json.encode(view), type=game.view_type) == view
        for seat, decision in game.pending(state).items():
            assert seat in played.seats
            assert isinstance(decision, game.decisions)


@every_game
@whole_matches
@given(data=st.data())
def test_a_hidden_choice_is_told_to_nobody(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    hidden_choices_compared(played, some(data, range(len(played.steps)), 40))


@pytest.mark.broad
@every_game
def test_hidden_choices_are_met_where_a_game_has_them(game: AnyGame) -> None:
    # given some matches at every number of seats
    met = 0
    for number, seats in product(range(3), game.seats):
        table = next(table for table in tables(game) if table.seats == seats)
        played = play(game, table, number.to_bytes(32, "big"), ["random"] * seats, random.Random(number))
        met += hidden_choices_compared(played, [*range(len(played.steps))])
    # then the property above has something to look at
    assert (met > 0) == has_sealed_actions(game)


def hidden_choices_compared(played: Playthrough, moments: list[int]) -> int:
    """How many pairs of worlds were found, none of which anybody but the hiding seat could tell apart."""
    game, compared = played.game, 0
    for number in moments:
        for hider, one, other in choices(played, number):
            compared += 1
            assert game.pending(one.state) == game.pending(other.state)
            for viewer in played.viewers():
                if not viewer.knows(hider):
                    assert redacted(one, played.seed, viewer) == redacted(other, played.seed, viewer)
                    looks_alike(game, viewer, one.state, other.state)
    return compared


def looks_alike(game: AnyGame, viewer: Viewer, one: Any, other: Any) -> None:  # noqa: ANN401 -- states of any game
    assert game.view(one, viewer) == game.view(other, viewer)
    for seat in viewer.seats:
        assert game.legal_actions(one, seat) == game.legal_actions(other, seat)


@every_game
@whole_matches
@given(data=st.data())
def test_what_nobody_was_shown_may_lie_otherwise(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    for number in some(data, range(len(played.steps)), 10):
        before = played.steps[number].before
        for viewer in played.viewers():
            for other in exchanges(played, number, viewer):
                assert game.pending(before) == game.pending(other)
                looks_alike(game, viewer, before, other)


# Branches


@every_game
@whole_matches
@given(data=st.data())
def test_what_is_laid_anew_was_known_to_nobody(game: AnyGame, data: st.DataObject) -> None:
    # given any moment of a match, and what lies face down laid anew
    played = data.draw(playthroughs(game))
    for step in some(data, played.steps, 20):
        laid = game.reshuffle(step.before, Draws(bytes(32)))
        # then nobody sees a difference, and what happened is shown to nobody
        assert game.pending(laid.state) == game.pending(step.before)
        assert all(event.SECRET and not event.known_to() for event in laid.events)
        for viewer in played.viewers():
            looks_alike(game, viewer, step.before, laid.state)
        # and the same things lie there
        one, other = (msgspec.json.encode(game.view(each, OMNISCIENT)) for each in (laid.state, step.before))
        assert sorted(one) == sorted(other)


# Every table, once in a while


@pytest.mark.slow
@every_game
def test_every_table_can_be_played(game: AnyGame) -> None:
    for number, table in enumerate(tables(game)):
        seed = number.to_bytes(32, "big")
        for bot in game.bots:
            played = play(game, table, seed, [bot] * table.seats, random.Random(number))
            hidden_choices_compared(played, [*range(0, len(played.steps), 7)])
            assert game.view(played.end, OMNISCIENT)


@pytest.mark.slow
@every_game
def test_thousands_of_random_matches_end_and_are_the_same_when_replayed(game: AnyGame) -> None:
    every, events = tables(game), msgspec.json.Decoder(list[union_of(game.events)])  # type: ignore[misc] # built at run time
    for number in range(2_000):
        table, rng = every[number % len(every)], random.Random(number)
        seed = hashlib.sha256(f"{game.key}/{number}".encode()).digest()
        played = play(game, table, seed, ["random"] * table.seats, rng)
        outcome = game.outcome(played.end)
        assert game.pending(played.end) == {}
        assert min(outcome.ranking) == 1
        assert len(outcome.ranking) == len(outcome.scores) == table.seats
        stored = events.decode(msgspec.json.encode(played.events()))
        assert fold(game.evolve, played.empty(), stored) == played.end


@pytest.mark.slow
@every_game
@settings(DEEP)
@given(data=st.data())
def test_many_matches_obey(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    assert game.pending(played.end) == {}
    for step in some(data, played.steps, 5):
        known = listed_at(game, step)
        for seat in played.seats:
            legal = game.legal_actions(step.before, seat)
            for action in some(data, variants(game, known), 40):
                if action not in legal:
                    refuses(game, step.before, seat, action)

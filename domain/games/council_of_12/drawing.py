"""Drawing of a view as plain text: Favor, die, Dilemma, Petitioner, seats, settled Dilemmas and ending."""

from collections.abc import Iterator

from domain.games.council_of_12.view import SeatView, View


def draw(view: View) -> str:
    """Return the view as text."""
    return "\n".join(_lines(view))


def _lines(view: View) -> Iterator[str]:
    yield f"Council of 12, {view.setup}: {view.phase}, Favor {view.favor}, die {view.die}"
    yield _turn(view)
    for number, seat in enumerate(view.seats):
        yield f"Seat {number}: {_seat(seat)}"
    for said in view.said:
        yield f"Seat {said.seat} says: {said.remark}"
    if view.rewards:
        yield f"Rewards of Dilemmas: {', '.join(map(str, view.rewards))}"
    if view.settled:
        yield "Settled: " + ", ".join(
            f"{card.number}{' rung' if card.rung else ''} {'resolved' if card.resolved else 'failed'}"
            for card in view.settled
        )
    yield f"Left: {view.dilemmas.left} Dilemmas; silent boxes {sum(view.boxes)} of {len(view.boxes)}"
    if isinstance(view.ending, str):
        yield f"Ending: {view.ending}; throne: {view.throne or 'vacant'}; {_years(view)} years"


def _turn(view: View) -> str:
    turn = view.turn
    if turn.dilemma is None:
        return "Claim the Throne"
    objectives = " and ".join("/".join(map(str, objective)) for objective in turn.objectives)
    rung = ", rung" if turn.rung else ""
    return f"Turn {turn.number}: {turn.petitioner} brings Dilemma {turn.dilemma}{rung}, objective {objectives}"


def _seat(seat: SeatView) -> str:
    hand = ", ".join(seat.hand) if isinstance(seat.hand, tuple) else f"{seat.hand_size} cards"
    top = f", top of discard pile {seat.top}" if isinstance(seat.top, str) else ""
    if not seat.laid:
        return f"{hand}{top}"
    shown = next((card for card in (seat.open, seat.chosen) if isinstance(card, str)), "a hidden card")
    return f"{hand}{top}, laid {shown}"


def _years(view: View) -> int:
    return view.reign.duration if view.reign else 0

"""Playing whole matches over HTTP."""

import random

import pytest

from domain.kernel.receipts import Receipt, is_genuine
from tests.kit import straight
from tests.kit.api import Api
from tests.kit.clients import Json, Match


def played(api: Api, game: str, seats: int) -> tuple[Match, list[Json]]:
    people = api.people(seats)
    match = people[0].opens(game, seats).seats(*people)
    return match, match.plays_on(random.Random(seats))


@pytest.mark.parametrize(("game", "seats"), [("pebbles", 2), ("pebbles", 3), *(("queen_of_12", n) for n in (2, 3, 4))])
def test_a_match_is_played_to_its_end_by_taking_legal_actions(api: Api, game: str, seats: int) -> None:
    # given people around a table, when they take legal actions as long as somebody must choose
    match, accepted = played(api, game, seats)
    # then the match is finished, and every answer was receipted by the published key for the log's own hash
    now, log = match.now(), match.log()
    assert (now["phase"], now["pending"], len(now["outcome"]["scores"])) == ("finished", [], seats)
    assert log[-1]["version"] == now["version"] == accepted[-1]["version"]
    (published,) = api.stranger.looks("/v1/keys")["keys"]
    for answer in accepted:
        receipt = Receipt(**answer["receipt"])
        assert is_genuine(receipt)
        assert receipt.key == published["key"]
        assert (receipt.match, receipt.version, receipt.hash) == (
            match.id,
            answer["version"],
            log[answer["version"] - 1]["hash"],
        )
    assert [event["hash"] for event in log] == [straight.event_hash(event) for event in log]

import asyncio

import pytest

from projections.checkpoints import CheckpointWaiter


async def test_a_waiter_is_woken_by_its_position_only() -> None:
    # given waits for two positions of one projection, and one for another
    reached = CheckpointWaiter()
    soon, late, other = (
        asyncio.create_task(reached.wait_for(name, position)) for name, position in (("a", 3), ("a", 9), ("b", 1))
    )
    await asyncio.sleep(0)
    # when the first has come far enough for one of them
    reached.advance("a", 5)
    # then that one goes on
    await soon
    assert not late.done()
    assert not other.done()
    reached.advance("a", 9)
    reached.advance("b", 1)
    await asyncio.gather(late, other)


async def test_a_known_position_needs_no_waiting() -> None:
    reached = CheckpointWaiter()
    reached.advance("a", 5)
    reached.advance("a", 4)
    waiting = reached.wait_for("a", 5)
    with pytest.raises(StopIteration):
        waiting.send(None)
    assert reached.position("a") == 5


async def test_a_cancelled_waiter_is_removed() -> None:
    reached = CheckpointWaiter()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reached.wait_for("a", 1), 0.01)
    assert not reached.requested("a").is_set()

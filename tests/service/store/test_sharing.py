from asyncio import Future, get_running_loop
from uuid import UUID

import pytest
from eventsourcing.persistence import DataError

from service.store.batching import AppendQueue, AppendRequest
from service.store.errors import Overloaded, VersionConflict
from service.store.rows import Row

A, B, C = (UUID(int=number) for number in range(1, 4))


def request(*places: tuple[UUID, int]) -> AppendRequest:
    answer: Future[list[int]] = get_running_loop().create_future()
    return AppendRequest([Row(stream, version, "test/happened@1", b"{}") for stream, version in places], answer)


def queue_of(*requests: AppendRequest) -> AppendQueue:
    queue = AppendQueue(10)
    for each in requests:
        queue.add(each)
    return queue


async def test_appends_to_different_streams_share_a_batch_in_groups_of_their_own() -> None:
    first, second = request((A, 1)), request((B, 7))
    assert queue_of(first, second).take_batch().groups == [[first], [second]]


async def test_an_append_that_continues_another_is_grouped_with_it() -> None:
    first, other, second = request((A, 1), (A, 2)), request((B, 1)), request((A, 3))
    assert queue_of(first, other, second).take_batch().groups == [[first, second], [other]]


async def test_a_conflicting_append_and_its_successors_wait() -> None:
    first, rival, after = request((A, 1)), request((A, 1)), request((A, 2))
    queue = queue_of(first, rival, after)
    assert queue.take_batch().groups == [[first]]
    assert queue.take_batch().groups == [[rival, after]]


async def test_an_append_to_several_streams_has_its_own_group() -> None:
    both, after_one, other = request((A, 1), (B, 1)), request((B, 2)), request((C, 1))
    queue = queue_of(both, after_one, other)
    assert queue.take_batch().groups == [[both], [other]]
    assert queue.take_batch().groups == [[after_one]]


async def test_an_append_to_several_streams_waits_for_each_of_them() -> None:
    one, both, after = request((A, 1)), request((A, 2), (B, 1)), request((B, 2))
    queue = queue_of(one, both, after)
    assert queue.take_batch().groups == [[one]]
    assert queue.take_batch().groups == [[both]]
    assert queue.take_batch().groups == [[after]]


async def test_successors_of_a_refused_append_are_refused() -> None:
    refused, after, later, other = request((A, 1)), request((A, 2)), request((A, 3)), request((B, 2))
    queue = queue_of(after, later, other)
    queue.reject_dependents([refused])
    assert isinstance(after.answer.exception(), VersionConflict)
    assert isinstance(later.answer.exception(), VersionConflict)
    assert queue.take_batch().groups == [[other]]


async def test_a_full_queue_refuses_appends() -> None:
    queue = AppendQueue(1)
    queue.add(request((A, 1)))
    with pytest.raises(Overloaded):
        queue.add(request((B, 1)))
    assert len(queue) == 1


@pytest.mark.parametrize("versions", [(1, 3), (2, 1), (1, 1)])
async def test_gaps_between_versions_conflict(versions: tuple[int, ...]) -> None:
    with pytest.raises(VersionConflict):
        request(*((A, version) for version in versions))


@pytest.mark.parametrize(("version", "topic"), [(0, "a"), (-1, "a"), (2**63, "a"), (1, "a\0"), (1, "\ud800")])
async def test_unstorable_values_are_refused_before_batching(version: int, topic: str) -> None:
    with pytest.raises(DataError):
        AppendRequest([Row(A, version, topic, b"{}")], get_running_loop().create_future())

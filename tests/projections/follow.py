"""Process that follows the log until it is killed: `python -m tests.projections.follow URL BATCH`."""

import asyncio
import sys

from projections.catalogue import projections_of
from projections.runner import Runner
from projections.worker import ProjectionWorker
from service.codec.event_codec import EventCodec
from service.store.factory import create_factory, create_recorder
from tests.kit.story import GAMES


def main() -> None:
    recorder = create_recorder(create_factory(sys.argv[1], "chronicle"))
    following = ProjectionWorker(
        Runner(recorder, EventCodec(GAMES)), projections_of(GAMES).values(), batch=int(sys.argv[2])
    )
    print("ready", flush=True)  # noqa: T201 -- the test waits for it
    asyncio.run(following.run())


if __name__ == "__main__":
    main()

"""`python -m tests.load`: play at many tables, print what it came to, and end with 1 if anything failed.

Settings are environment variables: TABLES, STREAMS (that follow each game), SECONDS (measured, after a warm-up), PACE
(seconds between two moves of a table; 0 is as fast as it can), WORKERS, and URL for a service that runs already.
Without it one is started, with a store of its own, which syncs its file as UNO_EMBEDDED_FSYNC says.
"""

import os
import shutil
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import gevent
from locust import constant
from locust.env import Environment

from service.store.embedded import EmbeddedStore
from tests.load.costs import Costs
from tests.load.report import costs, failures, speed
from tests.load.table import Table
from tests.running import RunningService

DEFAULTS = {
    "TABLES": 50.0,
    "STREAMS": 2.0,
    "SECONDS": 30.0,
    "PACE": 0.0,
    "WORKERS": float(os.cpu_count() or 1),
}
SPAWNED = 100  # tables a second
WARM_UP = 3  # seconds, once all tables are there
PATIENCE = 30  # seconds that a running move may take at the end


def start(stack: ExitStack, workers: int, streams: int) -> tuple[str, Costs]:
    """Start a service with a store of its own: its address, and what it costs."""
    directory = Path(tempfile.mkdtemp(prefix="uno-load-"))
    stack.callback(shutil.rmtree, directory)
    fsync = os.environ.get("UNO_EMBEDDED_FSYNC") or "always"
    store = stack.enter_context(EmbeddedStore(directory, fsync))
    settings = {"UNO_REDIS_URL": store.url, "UNO_SANDBOX": "0", "WEB_CONCURRENCY": str(workers)}
    settings["UNO_MAX_STREAMS"] = str(1_000 + streams)  # all may come to one worker
    service = stack.enter_context(RunningService(directory, **settings))
    spent = Costs(service.process.pid, store, Table.hall)
    stack.callback(spent.stop)
    sys.stdout.write(f"a service of {workers} workers; its store syncs its file: {fsync}\n")
    return service.url, spent


def main() -> int:
    """Play, print, and tell whether all went well."""
    numbers = {name: float(os.environ.get(name) or default) for name, default in DEFAULTS.items()}
    tables, streams, seconds = int(numbers["TABLES"]), int(numbers["STREAMS"]), numbers["SECONDS"]
    with ExitStack() as stack:
        url, spent = os.environ.get("URL"), None
        if not url:
            url, spent = start(stack, int(numbers["WORKERS"]), tables * streams)
        Table.host, Table.streams, Table.wait_time = url, streams, constant(numbers["PACE"])
        sys.stdout.write(f"{tables} tables, {streams} streams each, {seconds:.0f} s\n")
        environment = Environment(user_classes=[Table], stop_timeout=PATIENCE)
        runner = environment.create_local_runner()
        runner.start(tables, spawn_rate=SPAWNED)
        gevent.sleep(tables / SPAWNED + WARM_UP)
        failed = failures(environment.stats)
        environment.stats.reset_all()
        Table.hall.late.clear()
        before = spent.used() if spent else None
        gevent.sleep(seconds)
        words, moves = speed(environment.stats, Table.hall, seconds)
        if spent and before:
            words += "\n" + costs(spent, before, spent.used(), moves)
        runner.quit()
        failed += failures(environment.stats)
        failed += Counter({each["msg"]: each["count"] for each in runner.exceptions.values()})
    lines = [
        words,
        f"failures: {failed.total()}",
        *(f"{often} times {what}" for what, often in failed.items()),
    ]
    sys.stdout.write("\n".join([*lines, ""]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

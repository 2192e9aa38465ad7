"""The service in two forms: alone, and as two replicas on one store."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running import RunningService
from tests.store.servers import Server


@pytest.fixture(scope="session")
def replica_urls() -> Iterator[list[str]]:
    """The addresses of two replicas with two workers each, on one server that neither of them started."""
    directory = Path(tempfile.mkdtemp(prefix="uno-test-"))
    with (
        Server() as store,
        RunningService(directory, UNO_REDIS_URL=store.url) as one,
        RunningService(directory, UNO_REDIS_URL=store.url) as other,
    ):
        yield [one.url, other.url]
    shutil.rmtree(directory)


@pytest.fixture(params=["one service", "two replicas"])
def urls(request: pytest.FixtureRequest) -> list[str]:
    """The addresses at which a test finds the same games."""
    if request.param == "one service":
        return [request.getfixturevalue("service_url")]
    replicas: list[str] = request.getfixturevalue("replica_urls")
    return replicas

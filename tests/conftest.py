"""What all tests share: a real store for each test process and, where asked for, the real service."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from service.store.embedded import EmbeddedStore
from tests.declared import Declared
from tests.running import ROOT, RunningService


@pytest.fixture(scope="session", autouse=True)
def answers_are_declared() -> Iterator[None]:
    """Whatever a test asks of a running service by httpx: the answer is one that the contract declares."""
    declared = Declared((ROOT / "openapi" / "openapi.json").read_bytes())
    send = httpx.Client.send

    def checked(client: httpx.Client, request: httpx.Request, **options: Any) -> httpx.Response:
        answer = send(client, request, **options)
        operation = declared.operation(request.method, request.url.path)
        if operation is not None and not options.get("stream"):
            declared.check(operation, request.method, answer.status_code, answer.headers, answer.content)
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx.Client, "send", checked)
        yield


@pytest.fixture(scope="session")
def store_url() -> Iterator[str]:
    """A real embedded server of this test process; what earlier tests left in it may still be there."""
    directory = Path(tempfile.mkdtemp(prefix="uno-test-"))
    with EmbeddedStore(directory, fsync="no") as store:
        yield store.url
    shutil.rmtree(directory)


@pytest.fixture
def redis_url(store_url: str) -> str:
    """The same server, emptied for this test."""
    with redis.Redis.from_url(store_url) as client:
        client.flushall()
    return store_url


@pytest.fixture
def short_dir() -> Iterator[Path]:
    """A new directory with a short path, for data directories."""
    directory = Path(tempfile.mkdtemp(prefix="uno-test-"))
    yield directory
    shutil.rmtree(directory)


@pytest.fixture(scope="session")
def service_url() -> Iterator[str]:
    """The base address of the real service: two workers, the sandbox on, no rate limits, a store of its own."""
    directory = Path(tempfile.mkdtemp(prefix="uno-test-"))
    with RunningService(directory, UNO_EMBEDDED_FSYNC="no") as service:
        yield service.url
    shutil.rmtree(directory)

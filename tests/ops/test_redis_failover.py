"""The master is killed in mid-match, under load: the service finds the new one and nothing acknowledged is lost."""

import time
from pathlib import Path

import httpx
import pytest

from tests.ops.matches import Matches
from tests.ops.redises import cluster, watched
from tests.running import RunningService
from tests.store.servers import Server, until


@pytest.mark.parametrize("password", ["", "pass:word@1"], ids=["open", "password"])
def test_sentinels_name_a_new_master(
    short_dir: Path, capsys: pytest.CaptureFixture[str], password: str
) -> None:
    with (
        watched(replicas=2, password=password) as servers,
        RunningService(short_dir, UNO_REDIS_URL=servers.url, UNO_REDIS_WAIT_REPLICAS="1") as service,
        Matches(service.url) as matches,
    ):
        matches.play(10)
        killed = time.monotonic()
        servers.master.kill()
        matches.play(10)
        tell(capsys, "Sentinel", matches, killed)
        if not password:  # it comes back, empty, and after some time is made a replica
            servers.master.start()
            until(lambda: servers.master.role() == "slave", 60)
            servers.master.wait_for_link()
            matches.play(10)
        matches.check_all()
        assert_known(matches, service)


def test_a_cluster_makes_a_replica_a_master(short_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with cluster(masters=3) as pairs:
        url = "redis+cluster://" + ",".join(f"127.0.0.1:{master.port}" for master, _ in pairs)
        with (
            RunningService(short_dir, UNO_REDIS_URL=url, UNO_REDIS_WAIT_REPLICAS="1") as service,
            Matches(service.url, 6) as matches,
        ):
            matches.play(10)
            [(killed, replica)] = [pair for pair in pairs if _keeps(pair[0], matches.all[0].id)]
            began = time.monotonic()
            killed.kill()
            until(lambda: replica.role() == "master")
            killed.start()  # it becomes the replica of what was its own
            until(lambda: killed.role() == "slave")
            matches.play(10)
            tell(capsys, "Cluster", matches, began)
            matches.check_all()
            assert_known(matches, service)


def _keeps(server: Server, game_id: str) -> bool:
    return bool(server.client.keys(f"uno:{{{game_id}}}:game"))


def assert_known(matches: Matches, service: RunningService) -> None:
    """What lies elsewhere than the games is there too: the way from a token to its game."""
    for match in matches.all:
        for seat, token in enumerate(match.tokens):
            known = httpx.get(f"{service.url}/v1/me", headers={"Authorization": f"Bearer {token}"}).json()
            assert (known["game_id"], known["seat"]) == (match.id, seat)


def tell(capsys: pytest.CaptureFixture[str], kind: str, matches: Matches, since: float) -> None:
    """Print how long it took."""
    connections = max(stream.connections for stream in matches.streams)
    with capsys.disabled():
        print(  # noqa: T201 - a figure to be read
            f"\n{kind}: {matches.outage(since):.1f} s without a move, {matches.failures} requests answered with 503 or "
            f"not at all, {sum(len(match.told) for match in matches.all)} moves, {connections} connection(s) a stream"
        )

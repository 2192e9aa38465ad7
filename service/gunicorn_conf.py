"""How gunicorn serves the application; `python -m service` passes it on."""

import logging
import os
import resource
import signal
from pathlib import Path
from typing import Any

from service.logs import LOGGING
from service.settings import METRICS_DIRECTORY, Settings
from service.tether import tether

# No line of ours names thread, process or source: not collecting them halves the cost of each request's line.
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
logging._srcfile = None  # noqa: SLF001 - the switch that logging's own guide names

_settings = Settings.from_environ(os.environ)

bind = (
    f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"
)
workers = _settings.workers
worker_class = "service.worker.Worker"
# Each worker loads the application itself, after gevent has patched the standard library: loaded before the fork, the
# Redis client and ssl would keep unpatched locks and sockets. It costs 0.3 s of start and no request.
preload_app = False
# gevent answers nothing any more, health checks included, once its connections are used up: streams end far below.
worker_connections = _settings.max_streams + 1_000
keepalive = 75  # seconds; longer than the 60 that proxies keep an idle connection
timeout = 30  # a worker whose loop has not turned for so long is replaced
graceful_timeout = 25  # the README and k8s/ count on it
control_socket_disable = True  # it would lie in the home directory
forwarded_allow_ips = ""  # no proxy is trusted here; the application counts the hops of UNO_TRUSTED_PROXIES
logconfig_dict = LOGGING


def on_starting(_server: Any) -> None:
    """Allow as many open files as the system lets us: each connection is one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.register_at_fork(before=_hold_term, after_in_parent=_take_term, after_in_child=_end_by_term)


def _hold_term() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])


def _take_term() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])


def _end_by_term() -> None:
    """Have TERM end a worker that is still starting; with its parent's handler it would not hear of the stop."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _take_term()


def pre_fork(_server: Any, _worker: Any) -> None:
    """Give a worker the directory of its metrics, without which it would not start, should somebody have removed it."""
    if directory := os.environ.get(METRICS_DIRECTORY):
        Path(directory).mkdir(mode=0o700, exist_ok=True)


def post_fork(_server: Any, worker: Any) -> None:
    """A worker ends with its master, however that ends."""
    tether(worker.ppid)


def child_exit(_server: Any, worker: Any) -> None:
    """Forget how many streams a worker had open that has ended; what it has counted stays."""
    if directory := os.environ.get(METRICS_DIRECTORY):
        # What prometheus_client's mark_process_dead does; it would load what must be patched first.
        for file in Path(directory).glob(f"gauge_live*_{worker.pid}.db"):
            file.unlink(missing_ok=True)


def post_worker_init(worker: Any) -> None:
    """Tell the address, the real port included where 0 was asked for, once the first worker can answer."""
    if worker.age == 1:
        host, port = worker.sockets[0].getsockname()[:2]
        address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        logging.getLogger("service").info("serving on http://%s", address)

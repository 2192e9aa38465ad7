"""Child processes that must not outlive the process that started them.

On Linux the kernel itself ends them (`PR_SET_PDEATHSIG`), so that not even a `kill -9` of the launcher leaves an
orphan. Elsewhere only an orderly stop ends them. The wish is set by a small step between fork and exec, this very
file run as a script, because `preexec_fn` is not safe in a process with threads.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1


def tethered(command: Sequence[str]) -> list[str]:
    """The command line that runs `command` (its first word a path) tethered to the calling process.

    The kernel watches the thread that starts it: that thread must live as long as the process.
    """
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *command]


def tether(parent: int) -> None:
    """Have the calling process get SIGTERM when its parent, which must be `parent`, ends."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it ended before the kernel was told
        raise SystemExit(1)


if __name__ == "__main__":
    tether(int(sys.argv[1]))
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until the program has a handler: it is no reason to end
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606 - the command comes from tethered(), no shell is wanted

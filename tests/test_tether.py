"""How child processes are started."""

import subprocess
import sys

from service.tether import tethered


def test_a_hangup_does_not_end_a_program_that_has_not_got_ready_for_it() -> None:
    program = "import signal; print(signal.getsignal(signal.SIGHUP) is signal.SIG_IGN)"
    said = subprocess.run(
        tethered([sys.executable, "-c", program]), capture_output=True, text=True, check=True, timeout=30
    )
    assert said.stdout == "True\n"

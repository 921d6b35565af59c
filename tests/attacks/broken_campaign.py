"""A campaign that goes wrong in every way: what a case does is its seed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from attacks.broken import Broken
from attacks.case import Campaign, Case

FINE, REFUTED, FAILING, CRASHING, HANGING, LEAVING = range(6)
LEFT = Path(tempfile.gettempdir()) / "attack-left-behind"
"""Has the number of the process that the case LEAVING leaves behind."""


def attack(case: Case) -> None:
    case.trying(f"the first try of {case.seed}")
    case.tally("begun")
    if case.seed == REFUTED:
        raise Broken("classes of 2 records, k is 3")
    if case.seed == FAILING:
        raise KeyError("k")
    if case.seed == CRASHING:
        os.kill(os.getpid(), signal.SIGSEGV)
    if case.seed == HANGING:
        time.sleep(600)
    if case.seed == LEAVING:
        left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        LEFT.write_text(str(left.pid))
        os._exit(7)


CAMPAIGN = Campaign("tests.attacks.broken_campaign", "nothing", attack, patience=4)

from __future__ import annotations

from covey.research.experiments.names import sweep_all
from covey.research.experiments.observations import describe


def test_all_four_observations_are_judged() -> None:
    sweeps = sweep_all(every=1000)
    lines = describe(sweeps).splitlines()
    for number in (1, 2, 3, 4):
        (line,) = (line for line in lines if line.startswith(f"{number}. "))
        assert line.endswith((": HOLDS.", ": DOES NOT HOLD.")) or "HOLDS IN PART" in line
    values = sum(len(each.ks) for each in sweeps)
    assert f"of {values:,} values of k" in lines[-1]

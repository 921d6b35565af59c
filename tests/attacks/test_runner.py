"""A case that kills its process or hangs is a failure, and the campaign goes on with the next."""

from __future__ import annotations

import time
from pathlib import Path

from attacks import summary
from attacks.case import Case
from attacks.runner import Failure, Outcome, run_campaign

from tests.attacks import broken_campaign
from tests.attacks.broken_campaign import CAMPAIGN


def test_every_way_to_fail_is_seen() -> None:
    outcome = run_campaign(CAMPAIGN, 0, seconds=300, cases=7)
    found = {failure.seed: failure.message for failure in outcome.failures}
    assert sorted(found) == [
        broken_campaign.REFUTED, broken_campaign.FAILING, broken_campaign.CRASHING,
        broken_campaign.HANGING, broken_campaign.LEAVING,
    ]  # fmt: skip
    assert found[broken_campaign.REFUTED] == "classes of 2 records, k is 3"
    assert found[broken_campaign.FAILING].startswith("KeyError: 'k' (at broken_campaign.py:")
    assert "SIGSEGV, trying the first try of 3" in found[broken_campaign.CRASHING]
    assert "still running after 4 s, trying the first try of 4" in found[broken_campaign.HANGING]
    assert "exit code 7" in found[broken_campaign.LEAVING]
    assert (outcome.cases, outcome.tries) == (7, 7)
    # Those that were killed could not say what they saw.
    assert outcome.seen == {"begun": 4}
    left = int(broken_campaign.LEFT.read_text())
    broken_campaign.LEFT.unlink()
    assert _is_ended(left)


def _is_ended(pid: int) -> bool:
    """Whether a process is gone, or a zombie; one that was killed may take a moment."""
    state = Path(f"/proc/{pid}/stat")
    for _ in range(100):
        try:
            if state.read_text().rpartition(") ")[2][0] in "ZX":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.1)
    return False


def test_a_failure_says_how_to_see_it_again() -> None:
    alike = [Failure("jobs", seed, f"class {seed} of {seed} records") for seed in (4, 5)]
    outcome = Outcome("jobs", 12, 12, 3.0, [*alike, Failure("jobs", 9, "lost")])
    lines = summary.failures([outcome]).splitlines()
    assert lines == [
        "FAILED jobs, seed 4 (1 more like it): class 4 of 4 records",
        "  python -m attacks jobs --seed 4 --cases 1",
        "FAILED jobs, seed 9: lost",
        "  python -m attacks jobs --seed 9 --cases 1",
    ]
    assert summary.table([outcome]).splitlines()[1].split() == ["jobs", "12", "12", "3.0", "3"]


def test_a_case_is_drawn_from_its_seed_and_campaign(tmp_path: object) -> None:
    first = Case("jobs", 4, tmp_path).rng.random()  # type: ignore[arg-type]
    assert Case("jobs", 4, tmp_path).rng.random() == first  # type: ignore[arg-type]
    assert Case("files", 4, tmp_path).rng.random() != first  # type: ignore[arg-type]
    assert Case("jobs", 5, tmp_path).rng.random() != first  # type: ignore[arg-type]

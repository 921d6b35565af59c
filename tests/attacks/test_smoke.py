"""A few cases of every campaign; ``make attack`` runs more of them, from other seeds."""

from __future__ import annotations

import pytest
from attacks import summary
from attacks.registry import NAMES, load
from attacks.runner import run_campaign

SEED = 20_000


@pytest.mark.parametrize("name", NAMES)
def test_a_short_campaign_finds_nothing(name: str) -> None:
    campaign = load(name)
    outcome = run_campaign(campaign, SEED, seconds=600, cases=campaign.smoke)
    assert not outcome.failures, summary.failures([outcome])
    assert outcome.cases == campaign.smoke
    assert outcome.tries >= outcome.cases

"""The judge imports nothing of covey, so the words that it waits for are compared here."""

from __future__ import annotations

from attacks import judge

from covey.verification import names


def test_the_claim_that_may_stay_open_is_the_one_that_verify_makes() -> None:
    assert judge.HEAVIEST == names.HEAVIEST

from __future__ import annotations

import pytest
from attacks import __main__ as program
from attacks.runner import Failure, Outcome


def test_the_time_is_split_by_shares_and_what_is_left_over_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given: dict[str, float] = {}

    def run(campaign: object, seed: int, seconds: float, cases: int) -> Outcome:
        name: str = campaign.name  # type: ignore[attr-defined]
        given[name] = seconds
        return Outcome(name, 1, 1, 0.0)

    monkeypatch.setattr(program, "run_campaign", run)
    assert program.main(["--seconds", "90", "--seed", "7", "jobs", "optima"]) == 0
    # jobs has two shares of three; optima all that jobs did not use.
    assert given["jobs"] == pytest.approx(60, abs=1)
    assert given["optima"] == pytest.approx(90, abs=1)
    assert capsys.readouterr().out.startswith("seed 7\n")


def test_a_failure_is_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(campaign: object, seed: int, seconds: float, cases: int) -> Outcome:
        return Outcome("jobs", 1, 1, 0.0, [Failure("jobs", seed, "a record was lost")])

    monkeypatch.setattr(program, "run_campaign", run)
    assert program.main(["--seed", "7", "jobs"]) == 1
    assert "python -m attacks jobs --seed 7 --cases 1" in capsys.readouterr().out


def test_an_unknown_campaign_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        program.main(["jos"])
    assert ended.value.code == 2
    assert "there is no campaign 'jos'; there are: jobs, commands" in capsys.readouterr().err

"""Values and borders are compared as what they are, however many digits they have."""

from __future__ import annotations

import numpy as np
import pytest

from covey.codebook import ordinals
from covey.codebook.ordinals import numbers_of, ordinals_of, values_below
from tests.release.books import LADDERS


@pytest.mark.parametrize("kind", LADDERS)
@pytest.mark.parametrize("looks", [0, 1000])
def test_borders_among_values_of_every_kind(
    kind: str, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordinals, "LOOKS", looks)
    values = LADDERS[kind]
    below = values_below(np.array(values, dtype=object), values[::-1], kind)
    assert below.tolist() == list(range(len(values)))[::-1]


@pytest.mark.parametrize("looks", [0, 1000])
@pytest.mark.parametrize(
    ("values", "borders"),
    [
        (["-5", "0", "9", "10"], ["10", "-5", "11"]),
        (["9", f"{2**63}"], ["10", f"{2**63}"]),
        (["9", f"{2**53}", f"{2**53 + 1}"], [f"{2**53 + 1}", "1E+37"]),
        (["9", f"{10**40}"], ["10"]),
    ],
)
def test_integers_beyond_those_of_the_machine(
    values: list[str], borders: list[str], looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordinals, "LOOKS", looks)
    found = values_below(np.array(values, dtype=object), borders, "integer")
    below = [sum(int(value) < int(float(end)) if "E" in end else int(value) < int(end)
                 for value in values) for end in borders]  # fmt: skip
    assert found.tolist() == below


@pytest.mark.parametrize("kind", LADDERS)
def test_ordinals_are_in_the_order_of_the_values(kind: str) -> None:
    found = ordinals_of(LADDERS[kind][::-1], kind)
    order = np.argsort(found, kind="stable")
    assert order.tolist() == list(range(len(found)))[::-1]


def test_small_integers_and_floats_are_numbers_of_the_machine() -> None:
    assert ordinals_of(["3", "-4"], "integer").dtype == np.int64
    assert ordinals_of(["3", "1e300"], "number").dtype == np.float64
    assert ordinals_of(["3"], "decimal").dtype == object


def test_an_open_end_is_no_number() -> None:
    found = numbers_of(np.array(["1.5", None], dtype=object))
    assert found[0] == 1.5
    assert np.isnan(found[1])

"""Methods by name, with their options."""

from __future__ import annotations

import pytest

from covey import InvalidInput
from covey.core.method import Method, MethodResult, find


def run(*_: object, **__: object) -> MethodResult:
    raise AssertionError("not run")


FAST = Method("fast", "quickly", run, options={"order": "down"}, objectives=("max-size",))
PLAIN = Method("plain", "as it is", run)


def test_options_have_their_defaults() -> None:
    assert FAST.with_options({}) == {"order": "down"}
    assert FAST.with_options({"order": "up"}) == {"order": "up"}


def test_an_unknown_option_is_refused_with_a_hint() -> None:
    with pytest.raises(InvalidInput, match="no option 'oder'") as raised:
        FAST.with_options({"oder": "up"})
    assert "order" in str(raised.value.hint)
    with pytest.raises(InvalidInput, match="no option 'eps'") as raised:
        PLAIN.with_options({"eps": 1})
    assert raised.value.hint == "It takes none."


def test_an_objective_that_a_method_does_not_know_is_refused() -> None:
    PLAIN.require_objective("quadratic")
    with pytest.raises(InvalidInput, match="is for the objective max-size, not quadratic"):
        FAST.require_objective("quadratic")


def test_methods_are_found_by_name() -> None:
    assert find((PLAIN, FAST), "fast") is FAST
    with pytest.raises(InvalidInput, match="Unknown method 'fsat'") as raised:
        find((PLAIN, FAST), "fsat")
    assert "fast" in str(raised.value.hint)

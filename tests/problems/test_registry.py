from __future__ import annotations

import pytest

from covey.core.errors import InvalidInput
from covey.core.result import Certificate
from covey.problems.registry import PROBLEM_KINDS, certificates_of, methods_of, module_of


@pytest.mark.parametrize("problem_kind", PROBLEM_KINDS)
def test_every_kind_has_methods_and_certificates(problem_kind: str) -> None:
    names = [method.name for method in methods_of(problem_kind)]
    assert names[0] == "auto"
    assert len(set(names)) == len(names)
    kinds = certificates_of(problem_kind)
    assert all(issubclass(kind, Certificate) for kind in kinds)
    assert len({kind.kind for kind in kinds}) == len(kinds)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(InvalidInput, match="Unknown kind of problem 'circles'"):
        module_of("circles", "methods")

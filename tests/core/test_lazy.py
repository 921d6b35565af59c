"""Public names are listed once, in the stub, and load when they are used."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

import covey
from covey.core.lazy import homes_in, lazy_names

STUB = str(Path(covey.__file__).with_suffix(".pyi"))


def test_every_public_name_is_there() -> None:
    homes = homes_in(STUB)
    assert sorted(homes) == covey.__all__ == dir(covey)
    for name, home in homes.items():
        assert getattr(covey, name) is getattr(import_module(home), name)


def test_another_name_is_an_error() -> None:
    get, _ = lazy_names("covey", covey.__file__)
    with pytest.raises(AttributeError, match="module 'covey' has no attribute 'nothing'"):
        get("nothing")
    assert not hasattr(covey, "nothing")


def test_a_star_imports_the_public_names() -> None:
    found: dict[str, object] = {}
    exec("from covey import *", found)
    assert set(covey.__all__) <= set(found)

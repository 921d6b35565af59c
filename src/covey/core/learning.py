"""scikit-learn, by which models are trained: the extra ``covey[models]``."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from covey.core.errors import InvalidInput

LIBRARY = "scikit-learn"


def learn(part: str) -> Any:
    """A part of scikit-learn, which is loaded only here."""
    require_models()
    return import_module(f"sklearn.{part}")


def require_models() -> None:
    """Refuse to go on without scikit-learn."""
    if not has_models():
        raise InvalidInput(
            "The accuracy of models is measured by scikit-learn, which is not installed.",
            hint="Install it: pip install 'covey[models]'. Or leave --target away.",
        )


def has_models() -> bool:
    """Without loading it, which takes a second."""
    from importlib.util import find_spec

    try:
        return find_spec("sklearn") is not None
    # None in sys.modules keeps a package from being loaded.
    except ValueError:
        return False


def version_of_models() -> str:
    """The installed version; empty if there is none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(LIBRARY)
    except PackageNotFoundError:
        return ""

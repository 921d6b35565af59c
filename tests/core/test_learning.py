"""scikit-learn is an extra, and loads where a model is trained."""

from __future__ import annotations

import subprocess
import sys

import pytest

from covey.core.errors import InvalidInput
from covey.core.learning import has_models, learn, require_models, version_of_models


def test_a_part_of_the_library() -> None:
    import sklearn

    assert learn("tree").__name__ == "sklearn.tree"
    assert version_of_models() == sklearn.__version__


def test_to_ask_for_it_does_not_load_it() -> None:
    code = (
        "import sys; from covey.core.learning import *; require_models(); version_of_models();"
        " print('sklearn' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    assert not has_models()
    with pytest.raises(InvalidInput, match="not installed") as caught:
        require_models()
    assert "covey[models]" in str(caught.value.hint)


def test_no_version_of_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("covey.core.learning.LIBRARY", "no-such-library")
    assert version_of_models() == ""

"""All measures of utility in one value, and in words."""

from __future__ import annotations

import json

import numpy as np

from covey.measures.utility.models import Accuracy
from covey.measures.utility.shifts import Shift
from covey.measures.utility.tables import Tables, View
from covey.measures.utility.utility import line_on_models, utility

CODES = np.arange(2)
VIEWS = tuple(View(name, CODES, CODES, np.eye(2)) for name in "ab")
TABLES = Tables(VIEWS, np.array([6, 4]), np.array([6, 4]))


def test_every_figure_is_said() -> None:
    found = utility(
        TABLES,
        shifts=(Shift("sex", None, 0.676, 0.578, 0.1),),
        models=(Accuracy("linear", "ill", 0.8, 0.85, 0.75),),
    )
    said = {figure.name: figure.value for figure in found.figures()}
    assert said == {
        "shares of a, error": "0.0 %",
        "shares of b, error": "0.0 %",
        "association of a and b": "1.00 of 1.00",
        "random counts, error": "0.0 %, mean 0.0 %",
        "shift of sex": "-9.8 points",
        "linear model of ill": "80.0 %",
    }
    data = json.loads(json.dumps(found.to_dict()))
    assert data["marginals"] == {"a": 0.0, "b": 0.0}
    assert data["models"][0]["original"] == 0.85


def test_models_in_one_line() -> None:
    linear = Accuracy("linear", "ill", 0.8, 0.85, 0.75)
    assert line_on_models((linear, Accuracy("tree", "ill", 0.79, 0.9, 0.75))) == (
        "'ill' predicted rightly: linear 80.0 % after and 85.0 % before, tree 79.0 % after and"
        " 90.0 % before; by its most frequent value alone 75.0 %"
    )
    assert line_on_models(()) == ""


def test_a_column_of_one_value_has_no_counts() -> None:
    view = View("a", np.array([0]), np.array([0]), np.ones((1, 1)))
    found = utility(Tables((view,), np.array([5]), np.array([5])))
    assert [figure.name for figure in found.figures()] == ["shares of a, error"]

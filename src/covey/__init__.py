"""covey: publish tables about people so that no query can single out fewer than k of them.

>>> import covey
>>> result = covey.solve(covey.LabelProblem([40, 30, 12, 9, 9], k=20))
>>> result.cost, result.gap
(40, 0.0)
"""

__version__ = "0.2.0"


# The public names are listed in __init__.pyi. numpy and everything heavier load with the first use
# of a name that needs them, so that importing covey is quick. Here nothing is imported at all: see
# __main__.py.
def __getattr__(name):
    _name_lazily()
    return __getattr__(name)


def __dir__():
    _name_lazily()
    return __dir__()


def _name_lazily():
    from covey.core.lazy import lazy_names

    global __getattr__, __dir__
    __getattr__, __dir__ = lazy_names(__name__, __file__)

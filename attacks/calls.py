"""Jobs as arguments of the library."""

from __future__ import annotations

from typing import Any

from attacks.make.jobs import Drawn
from attacks.options import map_key


def arguments(drawn: Drawn) -> dict[str, Any]:
    """The keywords of ``covey.anonymize``, except the table and where the release goes."""
    asked = drawn.asked
    found: dict[str, Any] = {
        "k": asked.k,
        "quasi": {quasi.name: role(drawn, quasi) for quasi in asked.quasi},
        "drop": list(asked.drop),
        "sensitive": {column: dict(rules) for column, rules in asked.sensitive.items()},
        "missing": asked.missing,
        "unmapped": asked.unmapped,
        "objective": asked.objective,
        "suppress": asked.suppress,
        "recoding": asked.recoding,
        "tight": asked.tight,
        "weights": dict(asked.weights),
        "seed": asked.seed,
        "shuffle": asked.shuffle,
    }
    if asked.k_map is not None:
        found |= {"k_map": asked.k_map, "population": drawn.population}
    return found


def role(drawn: Drawn, quasi: Any) -> Any:
    import covey

    if quasi.role == "labels":
        return covey.Labels()
    if quasi.role == "ordered":
        return covey.Ordered(order=quasi.order)
    if quasi.role == "points":
        first, second = quasi.columns
        if quasi.globe:
            return covey.Points(lat=first, lon=second)
        return covey.Points(x=first, y=second)
    islands: Any = "nearest" if quasi.bridged else "own"
    return covey.Regions(str(drawn.map), key=map_key(drawn), islands=islands)

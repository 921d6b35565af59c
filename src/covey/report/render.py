"""From facts to one page of HTML that asks nobody for anything."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.core.words import plural
from covey.io.outputs.files import replacing
from covey.measures.words import (
    figures_of_classes,
    figures_of_risk,
    figures_of_sensitive,
    figures_of_utility,
    percent,
)
from covey.report import decision, risks
from covey.report.circumstances import TITLES, unsaid, words_on_unsaid
from covey.report.drawing import Drawing, bars_of, map_of
from covey.report.facts import Attribute, Facts
from covey.report.histogram import histogram
from covey.report.shapes import packed

if TYPE_CHECKING:
    from jinja2 import Template

ROWS_AT_MOST = 200
"""Classes in the table that is there without scripts: the first of them, where there are more."""

CLASSES_AT_MOST = 20_000
"""Classes that travel in the page: the largest of them, and no picture, where there are more."""

SCRIPTS = ("words.js", "map.js", "bars.js", "picture.js", "list.js", "start.js")
"""In this order: each uses what stands before it."""


def write_report(facts: Facts, target: Path) -> None:
    """Write the page, which appears whole or not at all."""
    page = render(facts)
    with replacing(target) as file:
        file.write(page)


def render(facts: Facts) -> str:
    """The page as text: the same facts give the same bytes."""
    # The policy names both by their hashes, so they go into the page unchanged.
    style, script = asset("style.css"), _script()
    return template().render(
        style=style, script=script, policy=_policy(style, script), **contents(facts)
    )


def contents(facts: Facts) -> dict[str, Any]:
    """What the page says, part by part, in words and figures."""
    return {
        "facts": facts,
        "largest": max(facts.class_sizes),
        "headline": decision.headline(facts),
        "standing": decision.standing(facts),
        "decision": decision.decision(facts),
        "context": [(title, facts.context.get(key, "")) for key, title in TITLES.items()],
        "unsaid": [TITLES[key].lower() for key in unsaid(facts.context)],
        "state_them": words_on_unsaid(unsaid(facts.context)) if unsaid(facts.context) else "",
        "besides": decision.besides_k(facts),
        "example": decision.example(facts),
        "quasi": decision.quasi(facts),
        "attackers": risks.attackers(facts),
        "changes": risks.changes(facts),
        "subsets": risks.subsets(facts),
        "criteria": risks.criteria(facts),
        "trials": risks.trials(facts),
        "columns": _columns(facts),
        "histogram": histogram(facts.class_sizes, facts.k, facts.units),
        "figures": _figures(facts),
        "certificate": decision.certificate(facts.answer, facts.units),
        "attributes": [
            _attribute(number, each, len(facts.attributes) == 1, facts.k)
            for number, each in enumerate(facts.attributes)
        ],
        "rows_at_most": ROWS_AT_MOST,
    }


def _figures(facts: Facts) -> list[tuple[str, Any]]:
    measures = facts.measures
    groups = [
        ("Classes", figures_of_classes(measures)),
        ("Risk", figures_of_risk(measures)),
        ("Utility", figures_of_utility(measures)),
    ]
    if facts.utility is not None:
        groups.append(("What an analyst can still find", facts.utility.figures()))
    for each in measures.sensitive:
        groups.append((f"Sensitive attribute: {each.column}", figures_of_sensitive(each)))
    return groups


def maps_of(facts: Facts) -> list[Drawing]:
    """The maps of the page that can be drawn without scripts, for a notebook."""
    found = []
    for each in facts.attributes:
        if each.shapes is not None and len(each.classes) <= CLASSES_AT_MOST:
            drawing = drawn("map", _data(each), facts.k)
            found += [] if drawing is None else [drawing]
    return found


def _columns(facts: Facts) -> list[dict[str, Any]]:
    """What is left of every quasi-identifier, where that is known."""
    loss = facts.measures.loss
    if loss is None and facts.utility is None:
        return []
    # By column: a quasi-identifier without a figure has an empty field.
    lost = {} if loss is None else {each.column: percent(each.ncp) for each in loss.columns}
    errors = {} if facts.utility is None else dict(facts.utility.marginals)
    return [
        {
            "name": each.name,
            "distinct": each.distinct,
            "sets": len(each.classes),
            "lost": lost.get(each.name, ""),
            # Rounded before it is written: the last digits of a sum differ between machines.
            "shares": ", ".join(percent(round(errors[c], 11)) for c in each.columns if c in errors),
        }
        for each in facts.attributes
    ]


def _attribute(number: int, attribute: Attribute, alone: bool, k: int) -> dict[str, Any]:
    whole, shapes = attribute, attribute.shapes is not None
    if len(whole.classes) > CLASSES_AT_MOST:
        # A stable sort: of equals the first stay, so that the bytes are the same in every run.
        largest = sorted(whole.classes, key=lambda entry: -entry[1])[:CLASSES_AT_MOST]
        attribute = replace(
            whole, classes=tuple(largest), shapes=None, edges=None, begins=None, colours=None
        )
    # Intervals have an order of their own, which is easier to read.
    by_size = not attribute.kind.on_a_line or attribute is not whole
    rows = sorted(attribute.classes, key=lambda entry: -entry[1] if by_size else 0)
    data = _data(attribute)
    # Bars only for a single column, whose classes they are. A map shows the sets of one column in
    # any case.
    picture = _picture(attribute) if attribute is whole and (alone or shapes) else ""
    return {
        "number": number,
        "facts": whole,
        "generalized": decision.generalized(whole, alone),
        "rows": rows[:ROWS_AT_MOST],
        "more": len(rows) > ROWS_AT_MOST,
        "smallest": min(whole.sizes),
        "largest": max(whole.sizes),
        "by_size": by_size,
        # Sets of cells overlap, and bars of them would say nothing.
        "picture": picture,
        "drawing": drawn(picture, data, k),
        "noun": "class" if alone else "set",
        "nouns": "classes" if alone else "sets",
        "data": _inlined(data),
    }


def drawn(picture: str, data: Mapping[str, Any], k: int) -> Drawing | None:
    """The picture that is there without scripts, if one can be."""
    # The words of each shape are its title: they show without scripts.
    if picture == "map":
        pairs = zip(data["names"], data["sizes"], strict=True)
        words = [f"{name}: {plural(size, 'record')}" for name, size in pairs]
        return map_of(data, data["sizes"], words)
    return bars_of(data["names"], data["sizes"], k) if picture == "bars" else None


def _picture(attribute: Attribute) -> str:
    """Which picture there is, empty for none but the list of classes."""
    if attribute.shapes is not None:
        return "map"
    return "bars" if attribute.kind.on_a_line else ""


def _data(attribute: Attribute) -> dict[str, Any]:
    data: dict[str, Any] = {
        "names": [name for name, _ in attribute.classes],
        "sizes": list(attribute.sizes),
    }
    if attribute.shapes is not None:
        classes = len(attribute.classes)
        data |= packed(
            attribute.shapes,
            classes,
            attribute.degrees,
            attribute.colours,
            as_map=attribute.kind.on_a_map,
        )
    elif attribute.kind.on_a_line:
        data["edges"] = None if attribute.edges is None else list(attribute.edges)
        data["begins"] = None if attribute.begins is None else list(attribute.begins)
    return data


def _inlined(data: dict[str, Any]) -> str:
    """JSON that no parser of HTML can take for the end of its script."""
    # NaN is no JSON: a browser would refuse the whole page.
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    # Inside of a script, "</script>" in a label would end it. Escapes of JSON have no such letters.
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _policy(style: str, script: str) -> str:
    """Nothing is loaded and nothing is sent; only this style and this script are obeyed."""
    return (
        # The page may come from anywhere by mail: it must not be able to send what it shows.
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}';"
        " connect-src 'none'; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _script() -> str:
    """One script in a scope of its own."""
    # A block: names of the scripts do not become names of the window.
    return '"use strict";\n{\n' + "".join(map(asset, SCRIPTS)) + "}\n"


@cache
def asset(name: str) -> str:
    """A file of the page."""
    return (files("covey.report") / "page" / name).read_text(encoding="utf-8")


@cache
def template() -> Template:
    """To be asked for ahead of time, for jinja2 takes a while to load."""
    from jinja2 import Environment, StrictUndefined

    # autoescape: names in the page are values of a table, and may be HTML. StrictUndefined: a fact
    # that the template misspells must not vanish.
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["thousands"] = lambda number: f"{number:,}"
    return environment.from_string(asset("page.html"))

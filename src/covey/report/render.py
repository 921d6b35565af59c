"""From facts to one page of HTML that asks nobody for anything."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.io.outputs.files import replacing
from covey.measures.words import (
    figures_of_classes,
    figures_of_risk,
    figures_of_sensitive,
    figures_of_utility,
)
from covey.report import decision
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
    style, script = _asset("style.css"), _script()
    return template().render(
        facts=facts,
        style=style,
        script=script,
        policy=_policy(style, script),
        headline=decision.headline(facts),
        standing=decision.standing(facts),
        decision=decision.decision(facts),
        example=decision.example(facts),
        histogram=histogram(facts.class_sizes, facts.k, facts.units),
        figures=_figures(facts),
        certificate=decision.certificate(facts.answer, facts.units),
        attributes=[
            _attribute(number, each, len(facts.attributes) == 1)
            for number, each in enumerate(facts.attributes)
        ],
        rows_at_most=ROWS_AT_MOST,
    )


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


def _attribute(number: int, attribute: Attribute, alone: bool) -> dict[str, Any]:
    whole, shapes = attribute, attribute.shapes is not None
    if len(whole.classes) > CLASSES_AT_MOST:
        largest = sorted(whole.classes, key=lambda entry: -entry[1])[:CLASSES_AT_MOST]
        attribute = replace(
            whole, classes=tuple(largest), shapes=None, edges=None, begins=None, colours=None
        )
    # Intervals have an order of their own, which is easier to read.
    by_size = attribute.kind != "ordered" or attribute is not whole
    rows = sorted(attribute.classes, key=lambda entry: -entry[1] if by_size else 0)
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
        "picture": _picture(attribute) if attribute is whole and (alone or shapes) else "",
        "noun": "class" if alone else "set",
        "nouns": "classes" if alone else "sets",
        "data": _inlined(_data(attribute)),
    }


def _picture(attribute: Attribute) -> str:
    """Which picture there is, empty for none but the list of classes."""
    if attribute.shapes is not None:
        return "map"
    return "bars" if attribute.kind == "ordered" else ""


def _data(attribute: Attribute) -> dict[str, Any]:
    data: dict[str, Any] = {
        "names": [name for name, _ in attribute.classes],
        "sizes": list(attribute.sizes),
    }
    if attribute.shapes is not None:
        classes = len(attribute.classes)
        data |= packed(attribute.shapes, classes, attribute.degrees, attribute.colours)
    elif attribute.kind == "ordered":
        data["edges"] = None if attribute.edges is None else list(attribute.edges)
        data["begins"] = None if attribute.begins is None else list(attribute.begins)
    return data


def _inlined(data: dict[str, Any]) -> str:
    """JSON that no parser of HTML can take for the end of its script."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _policy(style: str, script: str) -> str:
    """Nothing is loaded and nothing is sent; only this style and this script are obeyed."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}';"
        " connect-src 'none'; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _script() -> str:
    """One script in a scope of its own."""
    return '"use strict";\n{\n' + "".join(map(_asset, SCRIPTS)) + "}\n"


@cache
def _asset(name: str) -> str:
    return (files("covey.report") / "page" / name).read_text(encoding="utf-8")


@cache
def template() -> Template:
    """To be asked for ahead of time, for jinja2 takes a while to load."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["thousands"] = lambda number: f"{number:,}"
    return environment.from_string(_asset("page.html"))

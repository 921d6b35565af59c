"""The functions and classes at the border to the compiled loops, as their stubs declare them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.native.stubs import FOLDER


@dataclass(frozen=True)
class Signature:
    """``name`` is as in ``regions.Graph.cut``; a constructor has the name of its class. ``owner``
    is the class of a method, which is called on an instance. A property takes no arguments."""

    name: str
    parameters: tuple[str, ...]
    owner: str | None = None
    is_property: bool = False


def signatures(folder: Path = FOLDER) -> list[Signature]:
    """All of them, in a fixed order. ``parameters`` are types, written as in the stubs."""
    return [
        signature
        for path in sorted(folder.glob("*.pyi"))
        if path.stem != "__init__"
        for node in ast.parse(path.read_text()).body
        for signature in _of(node, path.stem)
    ]


def _of(node: ast.stmt, module: str) -> Iterator[Signature]:
    if isinstance(node, ast.FunctionDef):
        yield Signature(f"{module}.{node.name}", _parameters(node))
    elif isinstance(node, ast.ClassDef):
        owner = f"{module}.{node.name}"
        for inner in node.body:
            if isinstance(inner, ast.FunctionDef):
                yield _of_class(inner, owner)


def _of_class(node: ast.FunctionDef, owner: str) -> Signature:
    if node.name == "__init__":
        return Signature(owner, _parameters(node)[1:])
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    if "staticmethod" in decorators:
        return Signature(f"{owner}.{node.name}", _parameters(node))
    return Signature(
        f"{owner}.{node.name}", _parameters(node)[1:], owner, is_property="property" in decorators
    )


def _parameters(node: ast.FunctionDef) -> tuple[str, ...]:
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return tuple(ast.unparse(each.annotation) if each.annotation else "object" for each in given)

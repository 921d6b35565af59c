"""Names of a package that load when they are first used.

The stub beside the package, ``__init__.pyi``, lists them once. Type checkers and editors read the
same file.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    # typing takes longer to load than the rest of covey.
    from collections.abc import Callable
    from typing import Any


def lazy_names(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of the package whose ``__init__.py`` is ``file``."""
    homes: dict[str, str] = {}

    def read_homes() -> dict[str, str]:
        # When a name is first asked for, and not on import: to parse the stub takes time.
        if not homes:
            homes.update(homes_in(file + "i"))
        return homes

    def get(name: str) -> Any:
        if name == "__all__":
            return sorted(read_homes())
        if name not in read_homes():
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        from importlib import import_module

        return getattr(import_module(homes[name]), name)

    return get, lambda: sorted(read_homes())


def homes_in(stub: str) -> dict[str, str]:
    """The module of every name that a stub imports."""
    import ast
    from pathlib import Path

    tree = ast.parse(Path(stub).read_text(encoding="utf-8"))
    return {
        alias.name: str(node.module)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

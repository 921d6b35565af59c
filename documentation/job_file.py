"""docs/reference/job-file.md, from the fields of a job and of the roles."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from typing import Any

from covey.attributes import KINDS, Role
from covey.release.job import FIELDS, Option
from covey.release.job.file import KEYS, REQUIRED

WORDS = {
    str: "text",
    int: "integer",
    float: "number",
    bool: "true or false",
    list: "list",
    dict: "table",
}
"""What TOML calls the types of Python."""

HEAD = """# The job file

Written by `make docs` from the fields of `Job` in `release/job/` and the roles in `attributes/`.

`covey anonymize ... --save-job job.toml` writes the options of a run to a file, and
`covey anonymize job.toml` runs it. Paths in it are relative to its own folder. An unknown key is an
error. A key means what the option of `covey anonymize` and the parameter of `covey.anonymize` mean:
all three come from one definition.

```toml
table = "patients.csv"
k = 10
drop = ["name"]
output = "out"

[quasi.age]
role = "ordered"
bands = "5"

[quasi.sex]
role = "labels"

[sensitive.diagnosis]
l = 3
```

## Keys
"""

ROLES = """
## Roles

`[quasi.COLUMN]` says what a column is that others know: its `role`, and the options of the role.
"""


def page() -> str:
    return HEAD + "".join(_keys()) + ROLES + "".join(map(_role, KINDS))


def _keys() -> Iterator[str]:
    yield "\n| key | type | option | meaning |\n|---|---|---|---|\n"
    for name, types in KEYS.items():
        option: Option = FIELDS[name].metadata["option"]
        words = " or ".join(dict.fromkeys(WORDS[type_] for type_ in types))
        flags = f"`{option.flags}`" if option.flags else ""
        yield _row(f"`{name}`", words, flags, _meaning(name, option))


def _meaning(name: str, option: Option) -> str:
    parts = [_plain(option.help)]
    if name in REQUIRED:
        parts.append("Required.")
    elif option.default or option.choices:
        parts.append(f"Default: {option.default or FIELDS[name].default}.")
    return " ".join(dict.fromkeys(parts)).replace("Required. Required.", "Required.")


def _role(role: type[Role]) -> str:
    first, options = documented(role)
    rows = "".join(
        _row(f"`{field.name}`", _required(field), options[field.name])
        for field in dataclasses.fields(role)
        if field.name in options
    )
    table = f"| option | | meaning |\n|---|---|---|\n{rows}" if rows else "It has no options.\n"
    return f"\n### {role.role}\n\n{first}\n\n{table}"


def _required(field: dataclasses.Field[Any]) -> str:
    needed = field.default is field.default_factory is dataclasses.MISSING
    return "required" if needed else ""


def documented(role: type[object]) -> tuple[str, dict[str, str]]:
    """The first paragraph of a docstring, and its definitions: a word, and below it, set in, what
    it means."""
    text = inspect.cleandoc(role.__doc__ or "")
    first, _, rest = text.partition("\n\n")
    found = re.findall(r"^([a-z_, ]+)\n((?:    .*\n?|\n(?=    ))+)", rest, re.MULTILINE)
    meanings = {
        name: _plain(meaning) for names, meaning in found for name in re.split(r", *", names)
    }
    return _plain(first), meanings


def _plain(text: str) -> str:
    """One line of Markdown from the text of a docstring or an option."""
    text = re.sub(r":[a-z]+:`~?([^`]+)`", r"`\1`", " ".join(text.split()))
    return text.replace("``", "`").replace("|", "\\|")


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"

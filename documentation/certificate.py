"""docs/reference/certificate.md, from the schema of certificates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from covey.release.certificate.schema import certificate_schema

HEAD = """# The certificate

Written by `make docs` from the classes in `release/certificate/`.
[certificate.schema.json](certificate.schema.json) is the same as a JSON Schema, for other programs.

`certificate.json` says what a release claims and what proves it: the table, the columns, k and
every other requirement, the classes that the written table has, the lower bound and its proof, and
the SHA-256 of every file. `covey verify` reads it, refuses what does not fit this page, and checks
each claim ([what verify does](release.md#what-verify-does)).
[Certificates](../explanation/certificates.md) explains what they prove.
"""


def page() -> str:
    schema = certificate_schema()
    tops = [_name(each["$ref"]) for each in schema["anyOf"]]
    listed = " or ".join(f"[{name}](#{name.lower()})" for name in tops)
    body = "".join(_kind(name, kind) for name, kind in schema["$defs"].items())
    return f"{HEAD}\nA certificate is one of: {listed}.\n{body}"


def _kind(name: str, kind: Mapping[str, Any]) -> str:
    return f"\n## {name}\n\n{_plain(kind['description'])}\n\n" + "".join(_rows(kind))


def _rows(kind: Mapping[str, Any]) -> Iterator[str]:
    yield "| field | type | | meaning |\n|---|---|---|---|\n"
    for name, field in kind["properties"].items():
        needed = "" if name in kind["required"] else "optional"
        meaning = _plain(field.get("description", ""))
        yield f"| `{name}` | {type_of(field)} | {needed} | {meaning} |\n"


def type_of(field: Mapping[str, Any]) -> str:
    """The type of a field in words, with links to the kinds that it is made of."""
    if "$ref" in field:
        name = _name(field["$ref"])
        return f"[{name}](#{name.lower()})"
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(type_of(each) for each in field["anyOf"]))
    if "enum" in field:
        return " or ".join(f"`{each}`" for each in field["enum"])
    if field.get("type") == "array":
        items = field.get("items") or field.get("prefixItems")
        return f"list of {type_of(items)}" if isinstance(items, Mapping) else "list"
    if field.get("type") == "object" and isinstance(field.get("additionalProperties"), Mapping):
        return f"object of {type_of(field['additionalProperties'])}"
    return str(field.get("type", "any"))


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("``", "`").replace("|", "\\|")

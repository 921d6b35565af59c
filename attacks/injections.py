"""Names and values that are code elsewhere: in pages, SQL, templates, sheets, paths, terminals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from attacks.broken import require
from attacks.case import Campaign, Case
from attacks.judge import judge_release, judge_verification
from attacks.make.files import FORMATS, write_table
from attacks.make.jobs import Drawn
from attacks.make.maps import write_graph
from attacks.options import as_job_file
from attacks.recount.asked import Areas, Asked, Quasi, Rows
from attacks.terminal import Ran, judge_nothing_left, judge_words, run_here

MARK = "zq9x"
"""Stands in every payload, and nowhere else."""
PAYLOADS = (
    f"<script>{MARK}()</script>",
    f"</script><script>{MARK}()</script>",
    f"<img src=x onerror={MARK}()>",
    f'"><svg onload={MARK}()>',
    f"' onmouseover='{MARK}()",
    f'" autofocus onfocus="{MARK}()',
    *(f"{begin}{MARK}" for begin in ("<!--", "]]>", "</style><b>", "</title><b>", "&lt;b&gt;")),
    f"javascript:{MARK}()",
    *(f"{begin}{MARK}" for begin in ("{{7*7}}", "{% raw %}", "${7*7}", "$", "%s%n", "__proto__")),
    *(f"{begin}{MARK}" for begin in ("=1+1+", "=cmd|' /C calc'!", "+", "-", "@")),
    *(f"{quote}; DROP TABLE given; --{MARK}" for quote in ("'", '"')),
    f"\" FROM given; COPY given TO '{MARK}.csv'; --",
    *(f"{begin}{MARK}" for begin in ("../../", "/tmp/", "..\\", "\\", "\\u003cb\\u003e")),
    *(f"{begin}{MARK}" for begin in ("\u202e", "\x1b[2J", "\x1b]0;", "a,", "a\n")),
    f"{MARK}\u2028x",
    f"`{MARK}`",
    f"[x]({MARK})",
    f"{MARK}:l=2",
    f"{MARK}=2",
)
IN_FILE_NAMES = tuple(text for text in PAYLOADS if not set(text) & set("/\\"))
NAMES = re.compile(
    r"table\.(csv|csv\.gz|parquet|xlsx|duckdb|sqlite)|codebook\.csv|cells\.csv|report\.html"
    r"|audit\.json|certificate\.json|classes(-[\w-]+)?\.geojson"
)
K = 3


def attack(case: Case) -> None:
    place = case.folder / "a" / "b"
    place.mkdir(parents=True)
    (place / "in").mkdir()
    drawn = _draw(case.rng, place / "in", case.rng.choice(FORMATS))
    job, out = place / "in" / "job.toml", place / _name(case.rng)
    job.write_text(as_job_file(drawn), encoding="utf-8")
    case.trying(f"columns {drawn.asked.table.columns}")
    ran = run_here("anonymize", job, "-o", out, "--json")
    judge_words(ran)
    broken = any(set(name) & {"\r", "\n"} for name in drawn.asked.table.columns)
    if broken and "has a line break unlike the ends of lines" in ran.err:
        case.tally("refused")
        return
    require(ran.code == 0, f"refused: {ran.err}")
    _judge_terminal([ran, run_here("anonymize", job, "--plan")])
    judge_nothing_left(case.folder, ["a"])
    judge_nothing_left(case.folder / "a", ["b"])
    judge_nothing_left(place, ["in", out.name])
    strange = [file.name for file in out.iterdir() if not NAMES.fullmatch(file.name)]
    require(not strange, f"files of odd names: {strange}")
    judge_release(drawn, out)
    _judge_page((out / "report.html").read_text(encoding="utf-8"))
    _judge_others(drawn, out, place)


def _name(rng: Random) -> str:
    return rng.choice(("out", rng.choice(IN_FILE_NAMES)))


class Harmless(NamedTuple):
    """A table with plain names: the places of its quasi-identifiers among the roles, and whether
    something is asked of the sensitive attribute."""

    chosen: tuple[int, ...]
    ruled: bool


def _draw(rng: Random, folder: Path, format_: str, harmless: Harmless | None = None) -> Drawn:
    """A table whose names and labels are payloads; or the same with harmless ones."""
    pool = [f"name {at}" for at in range(40)] if harmless else rng.sample(PAYLOADS, len(PAYLOADS))
    if format_ != "csv":
        pool = [text for text in pool if "\x1b" not in text or format_ != "xlsx"]
    names = [pool.pop() for _ in range(4)]
    codes = [pool.pop() for _ in range(6)]
    labels = [pool.pop() for _ in range(6)]
    rows = [
        (
            f"r{at}",
            rng.choice(labels),
            str(rng.randrange(50)),
            rng.choice(codes),
            rng.choice(labels),
        )
        for at in range(60)
    ]
    areas = Areas(tuple(codes), frozenset(pairwise(codes)))
    path, table = write_table(rng, folder, "table", format_, Rows(("id", *names), list(rows)))
    moved = Path(path)
    if moved.exists() and not harmless and rng.random() < 0.5:
        ending = "".join(moved.suffixes)
        moved = moved.rename(moved.with_name(rng.choice(IN_FILE_NAMES) + ending))
    roles = [
        Quasi(names[0], "labels", (names[0],)),
        Quasi(names[1], "ordered", (names[1],)),
        Quasi(names[2], "regions", (names[2],), areas=areas),
    ]
    chosen, ruled = harmless or Harmless(
        tuple(rng.sample(range(len(roles)), rng.randint(1, len(roles)))), rng.random() < 0.5
    )
    asked = Asked(
        table,
        K,
        tuple(roles[at] for at in chosen),
        sensitive={names[3]: {"l": 2} if ruled else {}},
        id="id",
    )
    map_ = write_graph(folder / "map.json", areas)[0]
    output = rng.choice(("", "csv", "parquet", "sqlite", "duckdb"))
    drawn_on = map_ if any(quasi.role == "regions" for quasi in asked.quasi) else None
    return Drawn(replace(asked, seed=0), str(moved), format_, output, drawn_on)


class _Page(HTMLParser):
    """What a browser would build of a page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: set[tuple[str, str]] = set()
        self.values: list[tuple[str, str, str]] = []
        self.code: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.inside, self.type = "", ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts |= {(tag, "")} | {(tag, name) for name, _ in attrs}
        self.values += [(tag, name, value or "") for name, value in attrs]
        if tag in ("script", "style"):
            self.inside, self.type = tag, dict(attrs).get("type") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == self.inside:
            self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.code.append((self.type or self.inside, data))
        else:
            self.words.append(data)

    def handle_comment(self, data: str) -> None:
        require(MARK not in data, f"a payload in a comment: {data[:80]}")


def every_harmless() -> Iterator[Harmless]:
    """All choices of quasi-identifiers, each with a rule and without."""
    for many in (1, 2, 3):
        for chosen in combinations(range(3), many):
            yield from (Harmless(chosen, ruled) for ruled in (False, True))


@cache
def harmless_parts() -> frozenset[tuple[str, str]]:
    """All elements and attributes of pages whose names are plain: one for all that a case can ask,
    for a page draws other pictures of one column than of several."""
    found: set[tuple[str, str]] = set()
    for harmless in every_harmless():
        with TemporaryDirectory(prefix="attack-") as place:
            drawn = _draw(Random(0), Path(place), "csv", harmless)
            job, out = Path(place) / "job.toml", Path(place) / "out"
            job.write_text(as_job_file(drawn), encoding="utf-8")
            judge_words(run_here("anonymize", job, "-o", out), (0,))
            found |= _Page((out / "report.html").read_text(encoding="utf-8")).parts
    return frozenset(found)


def _judge_page(text: str) -> None:
    """The page is built as one with plain names is; payloads are words in it, and nothing else."""
    page = _Page(text)
    new = page.parts - harmless_parts()
    require(not new, f"elements that plain names do not make: {sorted(new)[:5]}")
    for tag, name, value in page.values:
        runs = name.startswith("on") or name in ("href", "src", "style", "srcdoc", "action")
        require(not (runs and MARK in value), f"a payload in <{tag} {name}>: {value[:80]}")
    for kind, code in page.code:
        if kind == "application/json":
            json.loads(code)
        else:
            require(MARK not in code, f"a payload in a {kind}: {code[:80]}")
    words = "".join(page.words)
    require(MARK in words, "the page does not show the names at all")
    require(f"49{MARK}" not in words, "a template was filled in")
    for payload in PAYLOADS:
        if "<" in payload:
            require(payload not in text, f"a payload as it is, not escaped: {payload!r}")


def _judge_terminal(runs: Sequence[Ran]) -> None:
    """Nothing that is printed steers the terminal."""
    for ran in runs:
        odd = re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", ran.out + ran.err)
        require(odd is None, f"{ran.line[:60]} prints the control character {odd and odd[0]!r}")


def _judge_others(drawn: Drawn, out: Path, place: Path) -> None:
    """verify, apply and check with the same names."""
    on_map = ["--map", drawn.map] if drawn.map else []
    seen = run_here("verify", out, "--against", drawn.path, *on_map, "--json")
    judge_words(seen)
    judge_verification(json.loads(seen.out), drawn.asked)
    again = place / "again"
    applied = run_here("apply", out, drawn.path, "-o", again)
    judge_words(applied, (0,))
    _judge_terminal([run_here("verify", out, "--against", drawn.path), applied])
    for folder in (out, again):
        for file in folder.glob("*json"):
            json.loads(file.read_text(encoding="utf-8"))


CAMPAIGN = Campaign(
    "injections",
    "names and labels that run as code in report.html, SQL, Excel or a terminal, or that lead to"
    " files elsewhere",
    attack,
    smoke=1,
)

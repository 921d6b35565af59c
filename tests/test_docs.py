"""The documentation says what is true."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from documentation import command_line

import covey as library
from covey.cli import cli
from covey.problems.registry import PROBLEM_KINDS
from covey.research.tight.families import FAMILIES
from tests.conftest import Covey

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
THEOREMS = [
    page
    for page in sorted((ROOT / "docs" / "explanation" / "theorems").glob("*.md"))
    if page.stem != "index"
]
INDEX = (ROOT / "docs" / "reference" / "index.md").read_text(encoding="utf-8")


def test_every_option_has_help() -> None:
    for path, command in command_line.commands(cli, ("covey",)):
        assert command.help, path
        for parameter in command.params:
            if parameter.param_type_name == "option":
                assert getattr(parameter, "help", None), (path, parameter.name)


@pytest.mark.parametrize("problem_kind", PROBLEM_KINDS)
def test_every_method_is_in_the_manual_and_the_help(problem_kind: str) -> None:
    manual = (ROOT / "docs" / "reference" / f"{problem_kind}.md").read_text(encoding="utf-8")
    for method in library.methods(problem_kind):
        assert f"**{method.name}**" in manual
        assert re.search(rf"\b{method.name}\b", command_line.page())
    assert f"({problem_kind}.md)" in INDEX


def test_the_example_of_bands_prints_what_it_shows(
    covey: Covey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "reference" / "bands.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```\n(\$ cat visits.csv\n.*?)```", page, re.DOTALL)
    steps = re.findall(r"\$ (.*)\n([^$]*)", shown)
    (tmp_path / "visits.csv").write_text(steps[0][1])
    monkeypatch.chdir(tmp_path)
    for command, printed in steps[1:]:
        words = shlex.split(command)
        if words[0] == "cat":
            assert Path(words[1]).read_text() == printed
        else:
            ran = covey(*words[1:])
            assert ran.code == 0, ran.err


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


IDEA = 50
"""Words of a proof, links not counted: the shortest that are whole have as many."""


def slug(head: str) -> str:
    """As a heading is named in a link."""
    return re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", THEOREMS, ids=lambda page: page.stem)
def test_a_theorem_has_proof_code_and_test(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    parts = re.findall(r"^## (.+)\n\n((?:(?!## ).*\n)+)", text, re.MULTILINE)
    names = [name for name, _ in parts]
    assert names == ["Statement", "Beside the paper", "Proof", "Code", "Tests"]
    assert all(body.strip() for _, body in parts)
    proof = dict(parts)["Proof"]
    argued = re.sub(r"\[[^]]*\]\([^)]*\)", "", proof)
    assert len(argued.split()) >= IDEA, (
        "a link is no proof: its idea is on the page, in a few lines"
    )
    assert "∎" in proof
    for target, anchor in re.findall(r"\]\(([^)#]+\.md)#([^)]+)\)", text):
        there = (page.parent / target).read_text(encoding="utf-8")
        heads = re.findall(r"^#+ (.+)$", there, re.MULTILINE)
        assert anchor in map(slug, heads), f"{target}#{anchor}"
    for _, body in parts[-2:]:
        files = re.findall(r"^- `([^`]+)`", body, re.MULTILINE)
        assert files
        for file in files:
            assert (ROOT / file).exists(), file
    for example in re.findall(r"covey generate tight ([a-z-]+)", text):
        assert example in {family.name for family in FAMILIES}


def test_the_tutorial_of_the_page_has_its_screens() -> None:
    script = (Path(library.__file__).parent / "app" / "page" / "app.js").read_text(encoding="utf-8")
    (names,) = re.findall(r"^const NAMES = \{(.*?)\};", script, re.MULTILINE | re.DOTALL)
    tutorial = (ROOT / "docs" / "tutorials" / "page.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)", tutorial, re.MULTILINE) == re.findall(r'"(.*?)"', names)


def test_the_readme_is_one_screen() -> None:
    assert len(README.splitlines()) <= 60


def test_the_make_targets_of_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make ([a-z-]+)", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target

"""The files around the code are what their programs take."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import covey

ROOT = Path(__file__).parent.parent
GITHUB = ROOT / ".github"
BIN = Path(sys.executable).parent


def run(*words: object) -> None:
    ran = subprocess.run(
        [str(word) for word in words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_dockerfile_has_no_faults() -> None:
    run(BIN / "hadolint", "Dockerfile")


def test_the_container_runs_as_nobody_special() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users
    assert int(users[-1]) >= 10_000


def test_the_page_about_installing_has_every_extra_and_how_a_container_writes() -> None:
    page = (ROOT / "docs/how-to/install.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = re.findall(r"^\| (`.*`) \|", page, re.MULTILINE)
    named = {name for line in listed for name in re.findall(r"`(\w+)`", line)}
    assert named == set(project["optional-dependencies"]) - {"dev"}
    for words in ('--user "$(id -u):$(id -g)"', "COVEY_OWNER_KEY="):
        assert words in page


def test_pages_install_covey_in_the_same_way() -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"pip install '?covey\b(?!\[)", text), (
            f"{page.name}: it is on no index"
        )
    install = (ROOT / "docs/how-to/install.md").read_text(encoding="utf-8")
    assert "pip install 'covey[" in install  # what other pages and messages say adds to a covey
    assert "pip install FOLDER" in install


def test_the_comparison_knows_all_forms_of_covey() -> None:
    page = (ROOT / "docs/explanation/comparison.md").read_text(encoding="utf-8")
    for target in ("../how-to/app.md", "../reference/trees.md#", "../reference/measured.md"):
        assert f"({target}" in page


@pytest.mark.parametrize(
    ("kind", "files"),
    [
        ("github-workflows", sorted(GITHUB.glob("workflows/*.yml"))),
        ("github-issue-forms", [GITHUB / f"ISSUE_TEMPLATE/{name}.yml" for name in ("bug", "wish")]),
    ],
)
def test_github_takes_its_files(kind: str, files: list[Path]) -> None:
    assert files
    run(BIN / "check-jsonschema", "--builtin-schema", f"vendor.{kind}", *files)


def test_the_version_is_the_same_everywhere() -> None:
    for name in ("CITATION.cff", "CHANGELOG.md", "SECURITY.md"):
        short = covey.__version__ if name != "SECURITY.md" else covey.__version__.rpartition(".")[0]
        assert short in (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.xdist_group("alone")
def test_a_group_of_tests_is_run_by_one_process(request: pytest.FixtureRequest) -> None:
    """Each process would start servers of its own otherwise. pytest-xdist writes the group behind
    the name of a test, which not every pytest lets it do."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        assert request.node.nodeid.endswith("@alone")

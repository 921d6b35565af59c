"""What a terminal would obey is shown instead: names come from files of others."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import covey
from tests.effort import spread
from tests.release.tables import write

HELD = "held         the certificate is signed"
FORGED = f"x\n{HELD}"
CONTROLS = "\x1b[2J\x07\x7f\x9b31m\u202e\u2066\u2028\u2029\u200f\r"
OBEYED = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """A command whose output no terminal sees. All of it is looked at for what one would obey."""
    command = [sys.executable, "-m", "covey", *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, check=False)
    out, err = ran.stdout.decode(), ran.stderr.decode()
    assert not OBEYED.search(out + err), out + err
    assert HELD not in (out + err).splitlines()
    assert "bug" not in err
    return subprocess.CompletedProcess(command, ran.returncode, out, err)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    table = write(tmp_path / "people.csv", {"town": ["Bern", "Chur"] * 6})
    covey.anonymize(table, k=3, quasi={"town": covey.Labels()}, out=tmp_path / "out")
    return tmp_path / "out"


def claim(out: Path, change: dict[str, Any]) -> None:
    path = out / "certificate.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))


@pytest.mark.parametrize("name", spread([FORGED, CONTROLS], quick=1))
def test_stray_files(out: Path, name: str) -> None:
    (out / name).touch()
    ran = run("verify", out)
    assert ran.returncode == 3
    assert "is not named in certificate.json" in ran.stdout
    assert ("x\\nheld" if name == FORGED else "\\u001b[2J\\u0007\\u007f\\u009b31m") in ran.stdout
    ran = run("verify", out, "--json")
    found = [check["found"] for check in json.loads(ran.stdout)["checks"]]
    assert any(name in words for words in found), "JSON says what it is"
    assert run("sign", out, "--key", out / "none").returncode == 2


def test_a_file_name_that_is_not_utf_8(out: Path) -> None:
    os.close(os.open(os.fsencode(out) + b"/a\xff", os.O_CREAT))
    ran = run("verify", out)
    assert ran.returncode == 3
    assert "a\\udcff is not named" in ran.stdout
    assert json.loads(run("verify", out, "--json").stdout)["holds"] is False


@pytest.mark.parametrize("name", spread([CONTROLS.replace("\r", ""), FORGED], quick=1))
def test_headers_of_codebooks_and_cells(out: Path, name: str) -> None:
    quoted = f'"{name}"'
    (out / "codebook.csv").write_text(f"class,{quoted},holds,value,low,high,published\n1,a\n")
    ran = run("verify", out)
    assert (ran.returncode, "is not a codebook" in ran.stderr) == (2, True)


@pytest.mark.parametrize("name", spread([FORGED, CONTROLS], quick=1))
def test_names_in_certificates(out: Path, name: str) -> None:
    labels = {"role": "labels", "columns": [name]}
    claim(out, {"quasi": {name: labels}})
    assert run("verify", out).returncode in (2, 3)
    claim(out, {"format": name})
    assert run("verify", out).returncode == 2


@pytest.mark.parametrize("name", spread([CONTROLS.replace("\r", ""), FORGED], quick=1))
def test_names_of_columns(tmp_path: Path, name: str) -> None:
    table = tmp_path / "people.csv"
    rows = "".join(f"v{row % 3},x,{row}\n" for row in range(30))
    table.write_text(f'"{name}",other,"more {name}"\n{rows}')
    for options in (("--plan",), ("-o", tmp_path / "out")):
        ran = run("anonymize", table, "-k", 3, "--label", name, "--sensitive", "other", *options)
        assert ran.returncode == 0
    assert run("check", table, "--quasi", name).returncode == 0
    assert run("anonymize", table, "-k", 3, "--label", "nothing", "--plan").returncode == 2
    ran = run("anonymize", table, "-k", 3, "--label", name, "--plan", "--json")
    assert name in [quasi["name"] for quasi in json.loads(ran.stdout)["quasi"]]


def test_kinds_of_keys(out: Path, tmp_path: Path) -> None:
    from base64 import b64encode

    def text(value: bytes) -> bytes:
        return len(value).to_bytes(4, "big") + value

    key = text(f"ssh-{FORGED}\x1b".encode()) + text(b"k" * 32)
    fields = (key, b"covey-release", b"", b"sha512", text(b"x") + text(b"y"))
    blob = b"SSHSIG" + (1).to_bytes(4, "big") + b"".join(map(text, fields))
    coded = b64encode(blob).decode()
    lines = "\n".join(coded[at : at + 70] for at in range(0, len(coded), 70))
    signature = f"-----BEGIN SSH SIGNATURE-----\n{lines}\n-----END SSH SIGNATURE-----\n"
    (out / "certificate.json.sig").write_text(signature)
    public = tmp_path / "key.pub"
    public.write_text("ssh-ed25519 " + b64encode(text(b"ssh-ed25519") + text(b"k" * 32)).decode())
    ran = run("verify", out, "--key", public)
    assert ran.returncode == 3
    assert "a key of the kind ssh-x\\nheld" in ran.stdout


DRAWN_AT_ONCE = """
import covey.cli.progress as progress
progress.SOON = progress.LONG = progress.PERIOD = 0.001
from covey.__main__ import main
main()
"""


def test_progress_still_draws_on_a_terminal(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", {"town": ["Bern", "Chur"] * 6})
    ours, theirs = pty.openpty()
    chosen = ("anonymize", table, "-k", 3, "--label", "town", "-o", tmp_path / "out")
    ran = subprocess.Popen(
        [sys.executable, "-c", DRAWN_AT_ONCE, *map(str, chosen)],
        stdout=subprocess.DEVNULL, stderr=theirs, env=os.environ | {"TERM": "xterm"},
    )  # fmt: skip
    os.close(theirs)
    drawn = b""
    while True:
        try:
            part = os.read(ours, 1 << 16)
        except OSError:
            break
        if not part:
            break
        drawn += part
    os.close(ours)
    assert ran.wait() == 0
    assert b"\r\x1b[2Kreading" in drawn
    assert b"about" in drawn
    assert drawn.rstrip().endswith(b"\x1b[2K")
    assert b"\\u001b" not in drawn

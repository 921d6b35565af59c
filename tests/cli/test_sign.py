"""covey sign on the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from covey.release.owner.receipt import receipts_beside
from tests.conftest import Covey
from tests.release.tables import people, write
from tests.signing import vectors


@pytest.fixture
def out(covey: Covey, tmp_path: Path) -> Path:
    table, out = write(tmp_path / "people.csv", people()), tmp_path / "out"
    arguments = ("-k", 12, "--label", "town", "--drop", "name", "-o", out)
    assert covey("anonymize", table, *arguments).code == 0
    return out


def test_sign_and_verify(covey: Covey, out: Path, tmp_path: Path) -> None:
    private = vectors.write_private(tmp_path / "id_ed25519")
    public = vectors.write_public(tmp_path / "id_ed25519.pub", "owner@example.org")
    assert covey("verify", out, "--key", public).code == 3
    ran = covey("sign", out, "--key", private)
    assert (ran.code, ran.err) == (0, "")
    assert f"certificate.json.sig by {vectors.FINGERPRINT}" in ran.out
    again = covey("sign", out, "--key", private)
    assert again.code == 2
    assert "is signed already" in again.err
    ran = covey("sign", out, "--key", private, "--overwrite", "--json")
    assert json.loads(ran.out)["fingerprint"] == vectors.FINGERPRINT
    ran = covey("verify", out, "--key", public)
    assert ran.code == 0
    assert f"{vectors.FINGERPRINT} (owner@example.org)" in ran.out
    assert "note " not in ran.out
    receipts_beside(out).unlink()
    ran = covey("verify", out)
    assert ran.code == 0
    assert "there is a certificate.json.sig; give the public key with --key" in ran.out
    assert "somebody who rewrites all of them consistently is not found" in ran.out
    (out / "report.html").write_text("all is well")
    refused = covey("sign", out, "--key", private, "--overwrite")
    assert refused.code == 3
    assert "report.html was changed" in refused.err


def test_a_passphrase_is_asked_for_on_a_terminal(
    covey: Covey, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    locked = vectors.write_private(tmp_path / "locked", passphrase=vectors.PASSPHRASE)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    refused = covey("sign", out, "--key", locked)
    assert refused.code == 2
    assert "has a passphrase" in refused.err
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return vectors.PASSPHRASE

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("click.termui.hidden_prompt_func", answer)
    ran = covey("sign", out, "--key", locked)
    assert (ran.code, len(asked)) == (0, 1)
    assert vectors.PASSPHRASE not in ran.out + ran.err

"""certificate.json in the folder of a release."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from covey.codebook.rows import CODEBOOK_FILE
from covey.core.errors import InvalidInput
from covey.core.json_types import Malformed
from covey.io.inputs import paths
from covey.io.outputs.files import replacing
from covey.io.outputs.folder import CERTIFICATE_FILE, oddity
from covey.io.postgres.address import Address, is_address, read_address
from covey.io.postgres.files import downloaded
from covey.release.certificate.record import ReleaseCertificate

C = TypeVar("C", bound=ReleaseCertificate)
FRAME = "the published frame"


def write_certificate(target: Path, certificate: C, known: Mapping[str, str] | None = None) -> C:
    """Write the certificate with the fingerprints of the files beside it, of which some may be
    known, and return it with these."""
    folder, known = target.parent, known or {}
    others = sorted(
        file for file in folder.iterdir() if file.is_file() and file.name != CERTIFICATE_FILE
    )
    # A large table was hashed while it was counted again.
    seen = {file.name: known.get(file.name) or fingerprint(file) for file in others}
    certificate = replace(certificate, files=seen)
    with replacing(target) as file:
        file.write(certificate.to_json())
    return certificate


def fingerprint(file: Path) -> str:
    return paths.fingerprint([paths.digest(file)])


def address_of(release: Any) -> Address | None:
    """The table of a release on a server, given by its URL or as what published it; None for a
    release in a folder."""
    if is_address(release):
        return read_address(release)
    return getattr(release, "address", None)


def folder_of(release: Any) -> Path:
    """The folder of a release, given as such, by its codebook, or as what published it."""
    if address_of(release) is not None:
        raise InvalidInput(
            "A release in a folder is expected here; this one is on a server.",
            hint="covey verify and covey apply take the URL of a table.",
        )
    path = getattr(release, "folder", release)
    if not isinstance(path, str | Path):
        what = "a release of a frame" if path is None else type(release).__name__
        raise InvalidInput(
            f"A release is the folder that covey.anonymize(..., out=) wrote; given: {what}.",
            hint='Publish the frame with out="OUT": the folder has the table, the codebook, the'
            " certificate and the report."
            if path is None
            else "",
            given=type(release),
        )
    path = Path(path)
    # Users may name the codebook instead of its folder.
    is_book = path.name in (CODEBOOK_FILE, "codebook") and not path.is_dir()
    return path.parent if is_book else path


@contextmanager
def files_of(release: Any) -> Iterator[Path]:
    """The folder of a release; a private copy of the files of one on a server; what is beside the
    table in a folder, of a frame."""
    address = address_of(release)
    if address is None:
        # A release of a frame has its files in a private folder.
        yield getattr(release, "private_files", None) or folder_of(release)
        return
    with downloaded(address) as folder:
        yield folder


def name_of(release: Any) -> str:
    """What messages call a release."""
    return str(getattr(release, "where", release)) or FRAME


def refuse_changed(folder: Path, certificate: ReleaseCertificate, name: str) -> None:
    """Refuse a file of a release that somebody changed."""
    if certificate.files.get(name) != fingerprint(folder / name):
        raise InvalidInput(
            f"{folder / name} is not the one that was released: its fingerprint is another.",
            hint="Somebody changed it: publish the table again.",
            given=name,
        )


def read_release(folder: Path) -> ReleaseCertificate:
    """The certificate of a release, refused if it is not one."""
    return parsed(folder, read_bytes(folder))


def read_bytes(folder: Path) -> bytes:
    """The certificate of a release as it is written: what a signature is of."""
    if not folder.is_dir():
        raise InvalidInput(
            f"There is no release {folder}: the folder that covey anonymize wrote is expected.",
            given=str(folder),
        )
    path = folder / CERTIFICATE_FILE
    try:
        # What a link leads to may be another file a moment later.
        odd = oddity(path)
        if not odd:
            return path.read_bytes()
    except FileNotFoundError:
        raise InvalidInput(f"{folder} is not a release: it has no {CERTIFICATE_FILE}.") from None
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read ({type(error).__name__}).") from None
    raise InvalidInput(f"{path} is {odd}; a plain file is expected.", given=str(path))


def parsed(folder: Path, content: bytes) -> ReleaseCertificate:
    """What the certificate of a release says."""
    try:
        return ReleaseCertificate.from_json(content)
    except Malformed as error:
        raise InvalidInput(
            f"{folder / CERTIFICATE_FILE} is not a valid certificate: {error}.",
            hint="Somebody edited it, or another version of covey wrote it. Verify it with that"
            " version, or publish the table again.",
        ) from None

"""covey sign: a signature of the person who answers for a release."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from covey.cli import options
from covey.cli.progress import progress

if TYPE_CHECKING:
    from covey.signing.private import SigningKey


@click.command()
@options.RELEASE
@options.path_option(
    "--key",
    required=True,
    metavar="FILE",
    text="Your private key, of Ed25519: of OpenSSH (~/.ssh/id_ed25519) or in PEM. If it has a"
    " passphrase, covey asks for it on the terminal.",
)
@click.option("--overwrite", is_flag=True, help="Replace the signature that is there.")
@options.AS_JSON
def sign(release: Path, key: Path, overwrite: bool, as_json: bool) -> None:
    """Sign a release, so that others can check who made it.

    The signature is of certificate.json, which holds the fingerprints of all other files. It is
    written beside it as certificate.json.sig, in the format of OpenSSH. A release that does not
    pass covey verify is not signed (exit code 3). It needs: pip install 'covey[sign]'

    Others check it with your public key, by covey or without it:

    \b
    Examples:
      covey sign out --key ~/.ssh/id_ed25519
      covey verify out --key id_ed25519.pub
      ssh-keygen -Y verify -f allowed_signers -I you@example.org -n covey-release \\
          -s out/certificate.json.sig < out/certificate.json
    """
    from covey.release.owner.sign import sign_by

    own = _unlocked(key)
    with progress("verifying"):
        done = sign_by(own, release, overwrite)
    click.echo(json.dumps(done.to_dict(), ensure_ascii=False) if as_json else done.summary())


def _unlocked(file: Path) -> SigningKey:
    """The key, with its passphrase asked for if somebody is there to be asked."""
    from covey.signing.private import PassphraseNeeded, read_private

    file = file.expanduser()
    try:
        return read_private(file)
    except PassphraseNeeded:
        # In a script nobody answers: the error says what is needed.
        if not sys.stdin.isatty():
            raise
    asked = click.prompt(f"Passphrase of {file}", hide_input=True, err=True)
    return read_private(file, asked)

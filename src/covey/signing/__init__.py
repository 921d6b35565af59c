"""Signatures of releases: the format and the keys of OpenSSH, which people already have.

======  ======================================================================
sshsig  the signature as a file that ``ssh-keygen -Y verify`` reads, too
signers the public keys that somebody trusts, and who they belong to
private the private key, from a file that may have a passphrase
======  ======================================================================

Only Ed25519, and only what uses a key loads the library ``cryptography``.
"""

from __future__ import annotations

from covey.core.errors import InvalidInput

NAMESPACE = "covey-release"
"""What a signature is for: one that was made for something else is not one of a release."""


def require_cryptography() -> None:
    """Refuse, with a way out, where the library is not there."""
    try:
        import cryptography  # noqa: F401
    except ImportError:
        raise InvalidInput(
            "Signatures need the package cryptography, which is not installed.",
            hint="Install it: pip install 'covey[sign]'",
        ) from None

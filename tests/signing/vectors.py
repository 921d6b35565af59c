"""Keys and signatures of OpenSSH: what ``ssh-keygen`` wrote, exactly."""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

SEED = bytes(range(32))
PASSPHRASE = "open sesame"

PUBLIC = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
"""``ssh-keygen -y`` of the key of SEED."""
FINGERPRINT = "SHA256:lbmsoA0yIEcEiVDRnMWuzm+nV+3ZEEpVIURqFoeSspg"
"""``ssh-keygen -l`` of it."""

MESSAGE = b"a certificate\n"
SIGNED = """-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgA6EHv/POEL4dcN0Y50vAmWfk1j
CbpQ1fHdyGZBJVMbgAAAANY292ZXktcmVsZWFzZQAAAAAAAAAGc2hhNTEyAAAAUwAAAAtz
c2gtZWQyNTUxOQAAAEDwwVPHx+rmWcyX7GaQr2X4r7wd3WlhjAFF6mh2mNF3x6Km+WXVy8
mbvcxDXtl8rLetV2+fIzxk4sMWEzeIaLUA
-----END SSH SIGNATURE-----
"""
"""``ssh-keygen -Y sign -n covey-release`` of MESSAGE by the key of SEED."""
SIGNED_SHA256 = """-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgA6EHv/POEL4dcN0Y50vAmWfk1j
CbpQ1fHdyGZBJVMbgAAAANY292ZXktcmVsZWFzZQAAAAAAAAAGc2hhMjU2AAAAUwAAAAtz
c2gtZWQyNTUxOQAAAEBfinqx8tObS8BJ1asC7U2qTbrFKgrxZlgAJkHyXkzvAoJEFUAxm1
YmvamW5DiQkMxGmoZA81HcEPUqr9SlaSYE
-----END SSH SIGNATURE-----
"""
"""The same with ``-O hashalg=sha256``."""
SIGNED_RSA = """-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAAJcAAAAHc3NoLXJzYQAAAAMBAAEAAACBAMHxBN0o2VL4ZvZ4QtzB51
WPRF5Shs1xjsqtWjUhozaJKRSTQEzEDHpXv0vffLpeWV6M0z91M8mUaYrbuAy/HgrFxE8Y
jaf23owdhFUjMYEgHVHhxGM6g0Oeiz7CvRNCnV9rdNv3x9wT9YEB9GStFhx55tFGj2SatS
BWB9ZnCbiHAAAADWNvdmV5LXJlbGVhc2UAAAAAAAAABnNoYTUxMgAAAJQAAAAMcnNhLXNo
YTItNTEyAAAAgBtWf0GlxUmv0sLADVCctZoNWgz5SyxzgjKQUvxIGjZaw3TbCMgXmDAGHR
uyKkQvgtBK9RmjxLVt/NuliY2a9Nj5VXZL19Q5qrhEGSsX2kHt5xjnT4INhyXwO4+hFaee
AqIrXgK2v2OOVmKNElDuJKWTFtLV3fohhTge+jFjvkha
-----END SSH SIGNATURE-----
"""
"""The same by an RSA key."""
PUBLIC_RSA = (
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDB8QTdKNlS+Gb2eELcwedVj0ReUobNcY7KrVo1IaM2iSkUk0BMxA"
    "x6V79L33y6XllejNM/dTPJlGmK27gMvx4KxcRPGI2n9t6MHYRVIzGBIB1R4cRjOoNDnos+wr0TQp1fa3Tb98fcE/WB"
    "AfRkrRYceebRRo9kmrUgVgfWZwm4hw=="
)


def key(seed: bytes = SEED) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(seed)


def write_private(
    path: Path, form: str = "openssh", passphrase: str = "", seed: bytes = SEED
) -> Path:
    """The key as a file of OpenSSH or PEM, behind a passphrase if there is one."""
    formats = {"openssh": PrivateFormat.OpenSSH, "pem": PrivateFormat.PKCS8}
    locked: KeySerializationEncryption = NoEncryption()
    if passphrase:
        locked = BestAvailableEncryption(passphrase.encode())
    path.write_bytes(key(seed).private_bytes(Encoding.PEM, formats[form], locked))
    return path


def write_public(path: Path, comment: str = "", seed: bytes = SEED) -> Path:
    line = key(seed).public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()
    path.write_text(f"{line} {comment}".strip() + "\n")
    return path


def public_pem(seed: bytes = SEED) -> bytes:
    own = key(seed).public_key()
    return own.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

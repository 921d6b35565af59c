"""The campaigns by name. Each loads in the process that runs it."""

from __future__ import annotations

from importlib import import_module

from attacks.case import Campaign

NAMES = (
    "jobs", "commands", "optima", "proofs", "files", "kills", "memory", "injections", "traces",
    "minimality", "people",
)  # fmt: skip


def load(name: str) -> Campaign:
    module = name if "." in name else f"attacks.{name}"
    campaign: Campaign = import_module(module).CAMPAIGN
    return campaign

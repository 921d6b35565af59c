"""Python imports this before anything else if its folder is on the path: the extension module that
COVEY_NATIVE names takes the place of the installed one, in this process and those it starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType


class StandIn(MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != "covey._native":
            return None
        return spec_from_file_location(name, os.environ["COVEY_NATIVE"])


if "COVEY_NATIVE" in os.environ:
    sys.meta_path.insert(0, StandIn())

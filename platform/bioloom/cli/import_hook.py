"""Import hook that keeps optional heavy packages out of the start of the command line."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

HEAVY = frozenset({"pandas", "pyarrow"})
"""What the neo4j driver imports where it is installed, to convert parameters that no command sends."""


class DriverWithoutPandas(MetaPathFinder):
    """Finder that hides pandas and pyarrow while the neo4j driver is imported, and only then.

    The driver tries to import both when it is loaded, a third of a second where pandas is installed. Any
    other import of them, before or after, finds them as usual.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Refuse the heavy packages to the driver; leave everything else to the other finders."""
        if fullname in HEAVY and _is_importing("neo4j"):
            raise ModuleNotFoundError(f"{fullname} is not needed here", name=fullname)
        return None


def install() -> None:
    """Put the hook before all other finders, once."""
    if not any(isinstance(finder, DriverWithoutPandas) for finder in sys.meta_path):
        sys.meta_path.insert(0, DriverWithoutPandas())


def _is_importing(package: str) -> bool:
    spec = getattr(sys.modules.get(package), "__spec__", None)
    return bool(getattr(spec, "_initializing", False))

"""Memory sizing of the server: by the settings, else by the machine's memory."""

import re
from dataclasses import dataclass
from pathlib import Path

import psutil

from bioloom.errors import UsageError
from bioloom.settings import Settings

_MIB = 2**20
_SIZE = re.compile(r"([0-9]{1,9})([kmg])", re.IGNORECASE)
_CGROUPS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


@dataclass(frozen=True, slots=True)
class ServerMemory:
    """Java heap and page cache, in MiB."""

    heap: int
    pagecache: int


def size_memory(settings: Settings, physical: int) -> ServerMemory:
    """Choose heap and page cache for a machine with that many bytes.

    A laptop of 16 GiB gives 1 GiB + 512 MiB, a machine of 1 GiB a quarter and an eighth, a large
    one a twenty-fourth and a forty-eighth.

    >>> size_memory(Settings(heap=None, pagecache="2g"), 16 * 2**30)
    ServerMemory(heap=1024, pagecache=2048)
    """
    total = physical // _MIB
    heap = max(min(1024, total // 4), min(total // 24, 8192), 256)
    pagecache = max(min(512, total // 8), min(total // 48, 8192), 64)
    return ServerMemory(
        heap if settings.heap is None else parse_size(settings.heap, "BIOLOOM_HEAP"),
        pagecache if settings.pagecache is None else parse_size(settings.pagecache, "BIOLOOM_PAGECACHE"),
    )


def parse_size(text: str, name: str) -> int:
    """Read a size such as ``512m`` or ``2g`` as whole MiB, at least 1.

    >>> parse_size("2g", "BIOLOOM_HEAP")
    2048
    """
    match = _SIZE.fullmatch(text.strip())
    size = int(match[1]) * {"k": 1, "m": 1024, "g": 1024**2}[match[2].lower()] // 1024 if match else 0
    if size < 1:
        raise UsageError(f"{name} is {text!r}; write a size such as 512m or 2g")
    return size


def physical_memory(limits: tuple[Path, ...] = _CGROUPS) -> int:
    """Count the bytes that this process may use: the machine's, or less inside a container."""
    counts = [int(psutil.virtual_memory().total)]
    for limit in limits:
        try:
            text = limit.read_text(encoding="ascii").strip()
        except OSError:
            continue
        if text.isdigit() and int(text) > 0:
            counts.append(int(text))
    return min(counts)

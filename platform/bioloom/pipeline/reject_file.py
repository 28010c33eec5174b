"""Reject files: one JSON line a reject, in step with the checkpoint; corrected by hand and replayed.

Beside each stand the hashes of what the program wrote, without and with the batch whose transaction may yet
fail, so that a file which was corrected by hand is known and kept when a load begins anew.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, count
from pathlib import Path

from bioloom.errors import BioloomError, SourceError
from bioloom.extras import is_installed
from bioloom.private_files import make_private_folder, replace_private_file
from bioloom.records import NumberedReject, Place, Reject
from bioloom.records.record_serialization import parse_record

MISSING_EXTRA = "MISSING_EXTRA"
"""Why a file is rejected whose reader needs a package that is not installed; its record names the module."""

_BLOCK = 1 << 20
_LINE_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}


@dataclass(frozen=True, slots=True)
class RejectSummary:
    """Counts of a reject file by reason code, the first example of each, and how many a replay can read."""

    counts: Mapping[str, int]
    examples: Mapping[str, str]
    replayable: int


class RejectFile:
    """Reject file of a running load: lines beyond the checkpoint are dropped, then it grows.

    `append` may be called again for the same batch when its transaction is retried; `commit` keeps it.
    `backup` is where a file went that was corrected by hand and is begun anew.
    """

    def __init__(self, path: Path, position: int) -> None:
        self.path = path
        self.backup: Path | None = None
        with _writing(path):
            make_private_folder(path.parent, close=True)
            edited = is_edited(path)
            if not position and edited:
                self.backup = _free_backup(path)
                path.replace(self.backup)
            kept = [line for line in _lines(path) if _position(line) <= position] if position else []
            self._hash, self._appended = blake2b(b"".join(kept)), b""
            self._edited = bool(kept) and edited and self._hash.hexdigest() not in _read_sums(path)
            if not self._edited:  # else some of it is a correction that the next load has to keep
                _replace_signed(path, kept)
            else:
                replace_private_file(path, kept)
            self._end = path.stat().st_size

    def discard(self) -> None:
        """Delete the file, of which nothing is needed."""
        self.path.unlink()
        _sum_of(self.path).unlink(missing_ok=True)

    def append(self, rejected: Iterable[NumberedReject]) -> None:
        """Write the rejects of a batch behind the committed ones, and flush them to the disk."""
        self._appended = b"".join(write_line(one) for one in rejected)
        with _writing(self.path):
            if self._appended and not self._edited:  # before the lines: a crash leaves none without a hash
                grown = self._hash.copy()
                grown.update(self._appended)
                _write_sums(self.path, [self._hash.hexdigest(), grown.hexdigest()])
            with self.path.open("r+b") as opened:
                opened.truncate(self._end)
                if self._appended:
                    opened.seek(self._end)
                    opened.write(self._appended)
                    opened.flush()
                    os.fsync(opened.fileno())

    def commit(self) -> None:
        """Keep what was appended: its transaction has committed."""
        self._end = self.path.stat().st_size
        self._hash.update(self._appended)
        self._appended = b""


def is_edited(path: Path) -> bool:
    """Say whether a reject file holds anything but what the program wrote.

    Of a file without hashes, such as one of an earlier version, nobody knows: it counts as unchanged.
    """
    sums = _read_sums(path)
    if not sums or not path.exists() or not path.stat().st_size:
        return False
    found = blake2b()
    with path.open("rb") as opened:
        while block := opened.read(_BLOCK):
            found.update(block)
    return found.hexdigest() not in sums


def _sum_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.sum")


def _read_sums(path: Path) -> list[str]:
    """Read the hashes of what the program wrote; none if it wrote none."""
    with suppress(OSError):
        return _sum_of(path).read_text(encoding="ascii", errors="replace").split()
    return []


def _write_sums(path: Path, digests: list[str]) -> None:
    replace_private_file(_sum_of(path), ["\n".join(digests).encode()])


def _replace_signed(path: Path, lines: list[bytes]) -> None:
    """Replace a file by lines, and its hashes by theirs; a crash between leaves both files known."""
    content = b"".join(lines)
    digest = blake2b(content).hexdigest()
    if content:
        _write_sums(path, [*_read_sums(path), digest])
    replace_private_file(path, lines)
    if content:
        _write_sums(path, [digest])
    else:
        _sum_of(path).unlink(missing_ok=True)


def _free_backup(path: Path) -> Path:
    """Name a backup of a file; an earlier one stays."""
    first = path.with_name(f"{path.name}.bak")
    further = (path.with_name(f"{path.name}.bak{number}") for number in count(2))
    return next(one for one in chain([first], further) if not one.exists())


def write_line(rejected: NumberedReject) -> bytes:
    """Serialize one reject as a line of JSON; lone surrogates and uncommon line ends stay escaped."""
    reject = rejected.reject
    value = {
        "position": rejected.position,
        "code": reject.code,
        "stage": reject.stage,
        "message": reject.message,
        "file": reject.place.file,
        "line": reject.place.line,
        "record": dict(reject.record),
    } | ({"part": True} if rejected.part else {})
    text = json.dumps(value, ensure_ascii=False).translate(_LINE_ENDS)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def read_rejects(path: Path) -> Iterator[NumberedReject]:
    """Read a reject file; SourceError names the line that is not one of ours."""
    try:
        for number, line in enumerate(_lines(path), start=1):
            try:
                yield _parse(json.loads(line))
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                said = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
                message = f"not a line of a reject file: {said}; correct or delete it"
                raise SourceError(message, str(path), number) from error
    except OSError as error:
        raise SourceError(error.strerror or str(error), str(path)) from error


def write_rejects(path: Path, rejected: Iterable[NumberedReject]) -> None:
    """Replace a reject file by these rejects, in one step; one corrected by hand counts as such on."""
    lines = [write_line(one) for one in rejected]
    with _writing(path):
        if is_edited(path):
            replace_private_file(path, lines)
        else:
            _replace_signed(path, lines)


def summarise(path: Path) -> RejectSummary:
    """Count a reject file by reason code; an absent file has none."""
    counts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    replayable = 0
    if path.exists():
        for one in read_rejects(path):
            counts[one.reject.code] += 1
            replayable += parse_record(one.reject.record, one.reject.place) is not None
            examples.setdefault(one.reject.code, f"{one.reject.place} {one.reject.message}")
    return RejectSummary(dict(sorted(counts.items())), examples, replayable)


def can_be_read_now(path: Path) -> bool:
    """Say whether a file was rejected for want of a package that is installed now."""
    lacked = (
        one.reject.record.get("module") for one in read_rejects(path) if one.reject.code == MISSING_EXTRA
    )
    return any(module is None or is_installed(str(module)) for module in lacked)


def _parse(value: Mapping[str, object]) -> NumberedReject:
    record, line = value["record"], value["line"]
    if not isinstance(record, dict):
        raise ValueError("its record is not an object")
    place = Place(str(value["file"]), None if line is None else int(str(line)))
    reject = Reject(str(value["code"]), str(value["stage"]), str(value["message"]), place, record)
    return NumberedReject(int(str(value["position"])), reject, value.get("part") is True)


def _lines(path: Path) -> Iterator[bytes]:
    if not path.exists():
        return
    with path.open("rb") as opened:
        yield from (line for line in opened if line.strip())


def _position(line: bytes) -> int:
    try:
        return int(json.loads(line)["position"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return 1 << 62  # cut off by a crash: beyond every checkpoint


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise BioloomError(
            f"cannot write the reject file {path}: {reason}; make room or set BIOLOOM_HOME to another folder"
        ) from error

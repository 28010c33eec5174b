"""Reject files: one JSON line a reject, in step with the checkpoint; corrected by hand and replayed."""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bioloom.errors import BioloomError, SourceError
from bioloom.private_files import make_private_folder, replace_private_file
from bioloom.records import NumberedReject, Place, Reject
from bioloom.records.record_serialization import parse_record

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
    """

    def __init__(self, path: Path, position: int) -> None:
        self.path = path
        with _writing(path):
            make_private_folder(path.parent, close=True)
            kept = [line for line in _lines(path) if _position(line) <= position] if position else []
            replace_private_file(path, kept)
            self._end = path.stat().st_size

    def append(self, rejected: Iterable[NumberedReject]) -> None:
        """Write the rejects of a batch behind the committed ones, and flush them to the disk."""
        lines = [write_line(one) for one in rejected]
        with _writing(self.path), self.path.open("r+b") as opened:
            opened.truncate(self._end)
            if lines:
                opened.seek(self._end)
                opened.writelines(lines)
                opened.flush()
                os.fsync(opened.fileno())

    def commit(self) -> None:
        """Keep what was appended: its transaction has committed."""
        self._end = self.path.stat().st_size


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
    """Replace a reject file by these rejects, in one step."""
    with _writing(path):
        replace_private_file(path, (write_line(one) for one in rejected))


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

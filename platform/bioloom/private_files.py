"""Private files: folders and files that their owner alone can read, for texts, records and secrets."""

import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO


def make_private_folder(folder: Path, *, close: bool = False) -> None:
    """Make a folder for its owner alone, with those above it that are missing.

    With `close` one that others could enter is closed.
    """
    for missing in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)
    if close:
        folder.chmod(0o700)


def create_private_file(path: Path) -> BinaryIO:
    """Open an empty file for writing that its owner alone can read, in place of one that is there."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def replace_private_file(path: Path, content: Iterable[bytes]) -> None:
    """Write a file that its owner alone can read, whole: a crash leaves the one before.

    Several may write it at once; the last holds.
    """
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with create_private_file(draft) as stream:
            stream.writelines(content)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)

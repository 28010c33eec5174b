"""Bearer token of this user's service: generated once, kept in the home with mode 0600."""

import os
import secrets
import stat
from pathlib import Path

from bioloom.errors import BioloomError
from bioloom.settings import Settings

_FILE = "token"
_SHORTEST = 32


def read_token(settings: Settings) -> str:
    """Read the token, making it on first use; two first uses at once agree on one.

    A file that others may read, or that holds no token, is refused rather than used.
    """
    path = settings.home / _FILE
    try:
        if not path.exists():
            _write_new(path, secrets.token_urlsafe(32))
        _check_private(path)
        token = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        said = error.strerror if isinstance(error, OSError) else "it holds no token"
        raise BioloomError(
            f"the token file {path} cannot be used: {said}; set BIOLOOM_HOME to a folder of yours, "
            "or make a new one with: bioloom token --renew"
        ) from error
    if len(token) < _SHORTEST or any(sign.isspace() for sign in token):
        raise BioloomError(f"{path} does not hold a token; make a new one with: bioloom token --renew")
    return token


def renew_token(settings: Settings) -> str:
    """Replace the token by a new one; a running service keeps the old one until it is started again."""
    path = settings.home / _FILE
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise BioloomError(f"the token file {path} cannot be replaced: {error}") from error
    return read_token(settings)


def _write_new(path: Path, token: str) -> None:
    """Write a temporary file and link it, so that the token file is never half-written and never replaced."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{_FILE}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(token + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            return  # another process was first; its token holds
    finally:
        draft.unlink(missing_ok=True)


def _check_private(path: Path) -> None:
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise BioloomError(f"others may read {path}; close it with: chmod 600 {path}")

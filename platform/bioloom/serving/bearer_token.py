"""Bearer token of this user's service: generated once, kept in the home with mode 0600."""

import logging
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path

from bioloom.errors import BioloomError
from bioloom.private_files import make_private_folder, replace_private_file
from bioloom.settings import Settings

_FILE = "token"
_SHORTEST = 32
_log = logging.getLogger(__name__)


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
        may_write = os.access(path.parent, os.W_OK)
        renewable = ", or make a new one with: bioloom token --renew" if may_write else ""
        raise BioloomError(
            f"the token file {path} cannot be used: {said}; set BIOLOOM_HOME to a folder of yours{renewable}"
        ) from error
    if len(token) < _SHORTEST or any(sign.isspace() for sign in token):
        raise BioloomError(f"{path} does not hold a token; make a new one with: bioloom token --renew")
    return token


def renew_token(settings: Settings) -> str:
    """Replace the token by a new one; the old one is revoked at once, in a running service too."""
    path = settings.home / _FILE
    try:
        _write_new(path, secrets.token_urlsafe(32), replace=True)
    except OSError as error:
        raise BioloomError(
            f"the token file {path} cannot be replaced: {error.strerror}; "
            "set BIOLOOM_HOME to a folder of yours"
        ) from error
    return read_token(settings)


class CurrentToken:
    """Token of a running service: read again when its file has changed.

    Nobody is let in while the file cannot be used. `renewed` is told of every new token.
    """

    def __init__(self, settings: Settings, renewed: Callable[[str], None] = lambda _: None) -> None:
        self._settings = settings
        self._renewed = renewed
        self._seen = self._mark()
        self._token = read_token(settings)

    def __call__(self) -> str:
        """Give the token; costs one look at the file's times."""
        mark = self._mark()
        if mark != self._seen:
            self._seen = mark
            try:
                self._token = read_token(self._settings)
                self._renewed(self._token)
            except BioloomError as error:
                self._token = secrets.token_urlsafe(32)  # that nobody has
                _log.error("no caller is let in: %s", error)
        return self._token

    def _mark(self) -> tuple[int, int, int] | None:
        try:
            found = (self._settings.home / _FILE).stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ctime_ns, found.st_ino


def _write_new(path: Path, token: str, *, replace: bool = False) -> None:
    """Write a temporary file and link it, so that the token file is never half-written.

    One that is there is kept unless `replace` is set.
    """
    make_private_folder(path.parent)
    content = [f"{token}\n".encode("ascii")]
    if replace:
        replace_private_file(path, content)
        return
    draft = path.with_name(f".{_FILE}.{secrets.token_hex(4)}")
    replace_private_file(draft, content)
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return  # another process was first; its token holds
    finally:
        draft.unlink(missing_ok=True)


def _check_private(path: Path) -> None:
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise BioloomError(f"others may read {path}; close it with: chmod 600 {path}")

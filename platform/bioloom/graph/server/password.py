"""Generated password: kept in a file readable by its owner, set before the first start."""

import secrets
import shutil
import stat
import subprocess
from pathlib import Path

from bioloom.errors import ServerError
from bioloom.graph.server.distribution import Distribution
from bioloom.graph.server.java_runtime import environment, first_password_command
from bioloom.graph.server.paths import Home, write_atomically, writing
from bioloom.graph.server.progress import OnServerProgress, note

USER = "neo4j"


def read_password(home: Home) -> str:
    """Read the password; ServerError if the file is missing, empty or not to be read."""
    try:
        password = home.password.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ServerError(f"cannot read the password file {home.password}: {_lost(home)}") from error
    if not password:
        raise ServerError(f"the password file {home.password} is empty: {_lost(home)}")
    return password


def is_private(file: Path) -> bool:
    """Say whether only its owner may read a file with a secret."""
    return not stat.S_IMODE(file.stat().st_mode) & 0o077


def ensure_password(home: Home, distribution: Distribution, lock: int, on_progress: OnServerProgress) -> None:
    """Create the password file and set the server's password before its first start.

    Until the first start the data knows no user, so everything is done again from the beginning: an
    interrupted attempt leaves nothing that is trusted. The tool inherits `lock`: should we be killed,
    the next `bioloom up` waits until it has ended.
    """
    if home.initialised:
        read_password(home)
        if not is_private(home.password):
            with writing(home.password):
                home.password.chmod(0o600)
            note(on_progress, f"{home.password} could be read by others; now only by you")
        return
    write_atomically(home.password, secrets.token_hex(16) + "\n")
    with writing(home.data):
        shutil.rmtree(home.data / "dbms", ignore_errors=True)
    outcome = subprocess.run(
        first_password_command(distribution, home.password),
        env=environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        pass_fds=(lock,),
        check=False,
    )
    if outcome.returncode != 0:
        said = (outcome.stderr.strip() or outcome.stdout.strip()).splitlines()
        raise ServerError(
            f"cannot set the first password (Java ended with {outcome.returncode}): {' '.join(said[-3:])}"
        )


def _lost(home: Home) -> str:
    return (
        f"put it back (one line, the password of user {USER}), or move {home.data} away to begin with an "
        "empty database"
    )

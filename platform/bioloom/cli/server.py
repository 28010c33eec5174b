"""`bioloom up`, `down`, `status` and `doctor`: the managed Neo4j."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich import progress as bars
from rich.markup import escape

from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.plan_warming import begin_warming
from bioloom.graph.server import OnServerProgress, ServerProgress, ServerStatus, start, status, stop
from bioloom.graph.server.backup import back_up
from bioloom.graph.server.backup import restore as restore_backup
from bioloom.graph.server.doctor import diagnose
from bioloom.settings import Settings

ShowPassword = Annotated[bool, typer.Option("--show-password", help="Print the password itself.")]
_MARKS = {"ok": "[green]ok[/]    ", "warning": "[yellow]note[/]  ", "failed": "[bold red]failed[/]"}
_COLUMNS = (
    bars.SpinnerColumn(),
    bars.TextColumn("{task.description}"),
    bars.BarColumn(),
    bars.DownloadColumn(),
    bars.TransferSpeedColumn(),
    bars.TimeRemainingColumn(),
)


def up(show_password: ShowPassword = False, as_json: Json = False) -> None:
    """Start the managed Neo4j; the first time it is downloaded. Does nothing if it runs already.

    Exit code 1 if the server that NEO4J_URI names does not answer.
    """
    settings = Settings()
    with _progress() as tell:
        start(settings, tell, begin_warming)
    if not _show(settings, show_password, as_json).running:
        raise typer.Exit(1)


def down(as_json: Json = False) -> None:
    """Stop the managed Neo4j. Data, password and ports are kept."""
    with _progress() as tell:
        stopped = stop(Settings(), tell)
    if as_json:
        print_json({"stopped": stopped})
    else:
        out.print("Neo4j is stopped." if stopped else "No managed Neo4j runs; nothing to stop.")


def show_status(show_password: ShowPassword = False, as_json: Json = False) -> None:
    """Show the server in use: addresses, version, size, counts. Exit code 1 if it does not run."""
    if not _show(Settings(), show_password, as_json).running:
        raise typer.Exit(1)


def doctor(as_json: Json = False) -> None:
    """Check all that the server needs and say how to mend what is wrong. Exit code 1 if a check failed."""
    checks = diagnose(Settings())
    if as_json:
        print_json([asdict(check) for check in checks])
    else:
        for check in checks:
            out.print(f"{_MARKS[check.outcome]} {check.name:<9} {escape(check.finding)}")
            if check.hint:
                out.print(f"{'':<17}[bold]→ {escape(check.hint)}[/]")
    if any(check.outcome == "failed" for check in checks):
        raise typer.Exit(1)


def backup(
    file: Annotated[Path, typer.Argument(help="New file; its description is written beside it (FILE.json).")],
    as_json: Json = False,
) -> None:
    """Write the managed database to a file. The server is down meanwhile."""
    with _progress() as tell:
        made = back_up(Settings(), file, tell)
    if as_json:
        print_json(asdict(made))
    else:
        out.print(f"{escape(str(file))}: {made.size / 10**6:,.1f} MB, Neo4j {made.neo4j}")


def restore(
    file: Annotated[Path, typer.Argument(help="File of bioloom backup.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a database that is there.")] = False,
    as_json: Json = False,
) -> None:
    """Replace the managed database by that of a backup, and start the server."""
    with _progress() as tell:
        restore_backup(Settings(), file, force=force, on_progress=tell)
    if as_json:
        print_json({"restored": str(file)})
    else:
        out.print(f"The database is that of {escape(str(file))}.")


def _show(settings: Settings, show_password: bool, as_json: bool) -> ServerStatus:
    found = status(settings)
    password = _password(settings, found) if show_password else None
    if as_json:
        value = {name: str(item) if isinstance(item, Path) else item for name, item in asdict(found).items()}
        print_json(value | ({"password": password} if show_password else {}))
        return found
    for name, text in _rows(found, password):
        out.print(f"[bold]{name:<9}[/] {escape(text)}")
    return found


def _rows(found: ServerStatus, password: str | None) -> Iterator[tuple[str, str]]:
    which = "managed" if found.managed else "NEO4J_URI"
    if found.running:
        yield "Neo4j", f"{found.version} runs ({which})"
    elif found.pid is not None or not found.managed:
        yield "Neo4j", f"does not answer ({which}): {found.problem}"
    else:
        yield "Neo4j", f"does not run: {found.problem}"
    if found.running and found.last_end:
        yield "restarted", found.last_end
    if found.browser:
        yield "Browser", found.browser
    if found.uri:
        yield "Bolt", found.uri
    if found.user:
        yield "user", found.user
    if password is not None:
        yield "password", password
    elif found.password_file and found.password_file.exists():
        yield "password", f"in {found.password_file}, or: bioloom status --show-password"
    if found.nodes is not None:
        yield "holds", f"{found.nodes:,} nodes, {found.relationships:,} relationships"
    if found.pid is not None:
        yield "process", str(found.pid)
    if found.home:
        yield "home", f"{found.home} ({(found.data_bytes or 0) / 10**6:,.0f} MB of data)"
    if found.log and found.log.exists():
        yield "log", str(found.log)


def _password(settings: Settings, found: ServerStatus) -> str | None:
    if found.password_file is None:
        return settings.neo4j_password.get_secret_value() if settings.neo4j_password else None
    if not found.password_file.exists():
        return None
    return found.password_file.read_text(encoding="utf-8").strip()


class _ProgressView:
    """Terminal view of the server's progress: a bar for the download, the rest as lines."""

    def __init__(self) -> None:
        self._bars: bars.Progress | None = None
        self._task = bars.TaskID(0)
        self._tenths = 0

    def __call__(self, progress: ServerProgress) -> None:
        """Show one message."""
        if progress.step == "download":
            self._show_download(progress)
        elif progress.step == "note":
            notes.print(f"[yellow]note:[/] {escape(progress.text)}", soft_wrap=True)
        else:
            self.close()
            notes.print(f"{progress.text} …")

    def close(self) -> None:
        """Remove the bar."""
        if self._bars is not None:
            self._bars.stop()
            self._bars = None

    def _show_download(self, progress: ServerProgress) -> None:
        if not notes.is_terminal:
            if (tenths := progress.done * 10 // progress.total) > self._tenths:
                self._tenths = tenths
                notes.print(f"{progress.text}: {tenths * 10} % of {progress.total / 10**6:,.0f} MB")
            return
        if self._bars is None:
            self._bars = bars.Progress(*_COLUMNS, console=notes)
            self._task = self._bars.add_task(progress.text, total=progress.total, completed=progress.done)
            self._bars.start()
        self._bars.update(self._task, completed=progress.done)


@contextmanager
def _progress() -> Iterator[OnServerProgress]:
    teller = _ProgressView()
    try:
        yield teller
    finally:
        teller.close()

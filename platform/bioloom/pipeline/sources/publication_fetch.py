"""Publications by their numbers: PubMed abstracts and PMC articles, fetched once and kept with dates."""

import hashlib
import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx
import stamina

from bioloom import __version__
from bioloom.errors import BioloomError, UsageError
from bioloom.settings import Settings

_NUMBER = re.compile(r"(?:(?P<pubmed>pmid):|pmc(?:id)?:(?:pmc)?)0*(?P<number>[0-9]{1,10})", re.IGNORECASE)

_PAUSE = 0.34  # seconds between two requests: NCBI allows three a second without a key
_LONGEST = 50_000_000  # bytes of one publication
_FILE = ".retrieved.jsonl"
_ARTICLES = {"pubmed": (b"<PubmedArticle>", b"<PubmedBookArticle>"), "pmc": (b"<article ", b"<article>")}


@dataclass(frozen=True, slots=True)
class Fetched:
    """A folder of publications, and the names of those that their database does not hold."""

    folder: Path
    missing: tuple[str, ...]


def fetch_publications(
    names: Sequence[str], settings: Settings, *, on_progress: Callable[[int, int], None] | None = None
) -> Fetched:
    """Fetch publications from NCBI E-utilities into a folder of their own; what is there stays as it is.

    Each is one XML file; ``.retrieved.jsonl`` beside them says from where and when each came. The licence of
    a PMC article is in its file. UsageError for a name of another form, or if none could be found;
    BioloomError without a network.
    """
    wanted = sorted({_parse(name) for name in names})
    key = hashlib.blake2b(json.dumps(wanted).encode(), digest_size=8).hexdigest()
    folder = settings.home / "publications" / key
    folder.mkdir(parents=True, exist_ok=True)
    missing: list[str] = []
    agent = {"User-Agent": f"bioloom/{__version__}"}
    with httpx.Client(timeout=30, follow_redirects=True, headers=agent) as client:
        for done, (database, number) in enumerate(wanted):
            if on_progress is not None:
                on_progress(done, len(wanted))
            name = f"PMC{number}" if database == "pmc" else f"PMID{number}"
            if (folder / f"{name}.xml").exists():
                continue
            content = _fetch(client, settings.eutils, database, number)
            if any(mark in content for mark in _ARTICLES[database]):
                _keep(folder, name, content, settings.eutils)
            else:
                missing.append(name)
            time.sleep(_PAUSE)
    if len(missing) == len(wanted):
        raise UsageError(f"NCBI holds no publication with the number {', '.join(missing)}: check the numbers")
    return Fetched(folder, tuple(missing))


def _parse(name: str) -> tuple[str, str]:
    found = _NUMBER.fullmatch(name.strip())
    if found is None:
        raise UsageError(f"{name!r} names no publication; write pmid:27491646 or pmcid:PMC3531190")
    return "pubmed" if found["pubmed"] else "pmc", found["number"]


def _fetch(client: httpx.Client, base: str, database: str, number: str) -> bytes:
    parameters = {"db": database, "id": number, "retmode": "xml", "tool": "bioloom"}

    @stamina.retry(on=_may_pass, attempts=4, timeout=120, wait_initial=0.5, wait_max=15)
    def fetch() -> bytes:
        content = bytearray()
        with client.stream("GET", f"{base.rstrip('/')}/efetch.fcgi", params=parameters) as answer:
            if answer.status_code in {400, 404}:  # a number that was never given
                return b""
            answer.raise_for_status()
            for piece in answer.iter_bytes():
                content += piece
                if len(content) > _LONGEST:
                    raise BioloomError(
                        f"{database} {number} is larger than {_LONGEST:,} bytes; fetch it by hand"
                    )
        return bytes(content)

    try:
        return fetch()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise BioloomError(
            f"cannot fetch {database} {number} from {base}: {error or type(error).__name__}; check the "
            "network or the proxy and try again (what was fetched is kept), or load a file of PubMed's XML"
        ) from error


def _may_pass(error: Exception) -> bool:
    if isinstance(error, httpx.HTTPStatusError):
        return error.response.status_code == httpx.codes.TOO_MANY_REQUESTS or error.response.is_server_error
    return isinstance(error, httpx.TransportError) and not isinstance(error, httpx.UnsupportedProtocol)


def _keep(folder: Path, name: str, content: bytes, base: str) -> None:
    partial = folder / f".{name}.part"
    partial.write_bytes(content)
    row = {"file": f"{name}.xml", "from": base, "retrieved_on": datetime.now(UTC).date().isoformat()}
    with (folder / _FILE).open("a", encoding="utf-8") as kept:
        kept.write(json.dumps(row) + "\n")
    partial.replace(folder / f"{name}.xml")

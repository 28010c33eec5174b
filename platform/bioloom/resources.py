"""Package data: the Cypher, ontology, model and page files; no other module reads them from disk."""

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from bioloom import __version__
from bioloom.errors import MissingModelError, OntologyError, UnfitModelError

Kind = Literal["cypher", "ontology"]

MODELS = ("protocol", "reader", "standardizer", "triples")
"""The shipped models, each in a distribution of its own: ``bioloom-models-protocol`` and so on."""

MANIFEST = "manifest.json"
"""File of a model that names its version, the releases of bioloom that it fits, and its files."""


def folder(kind: Kind) -> Traversable:
    """Find one data folder: inside the wheel, or else at the top of the checkout."""
    packaged = files("bioloom") / kind
    if packaged.is_dir():
        return packaged
    checkout = Path(__file__).parents[2] / kind
    if checkout.is_dir():
        return checkout
    raise FileNotFoundError(f"bioloom was installed without its {kind}/ files")


def demo_folder() -> Path:
    """Find the sources of the demo: inside the wheel, or else in the checkout."""
    packaged = Path(__file__).parent / "demo"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "loaders" / "demo"


def text(kind: Kind, name: str) -> str:
    """Read one data file, named by its path within its folder (``"retrieve/sentences.cypher"``)."""
    return folder(kind).joinpath(*name.split("/")).read_text(encoding="utf-8")


def read_table(name: str) -> Iterator[Mapping[str, str]]:
    """Yield the rows of a table of ontology/ by column; lines that start with # and empty lines are comments.

    >>> next(iter(read_table("units/numbers.tsv")))["word"]
    'a'
    """
    return parse_table(text("ontology", name), f"ontology/{name}")


def read_words(name: str) -> Iterator[list[str]]:
    """Yield the words of each line of a list of ontology/; lines that start with # are comments.

    >>> "reading" in {word for words in read_words("retrieval/common_words.txt") for word in words}
    True
    """
    for line in text("ontology", name).splitlines():
        if not line.startswith("#"):
            yield line.split()


def parse_table(content: str, name: str) -> Iterator[Mapping[str, str]]:
    """Yield the rows of a table of tab-separated columns; `name` stands in the message of OntologyError.

    >>> list(parse_table("# a comment\\nword\\tvalue\\ntwo\\t2\\n", "numbers"))
    [{'word': 'two', 'value': '2'}]
    """
    columns: list[str] | None = None
    for number, line in enumerate(content.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if columns is None:
            columns = cells
        elif len(cells) != len(columns):
            raise OntologyError(f"{name}:{number}: {len(cells)} columns, expected {len(columns)}")
        else:
            yield dict(zip(columns, cells, strict=True))


def names(kind: Kind, within: str = "", suffix: str = "") -> Iterator[str]:
    """List the files directly inside one folder, sorted, as names that `text` accepts."""
    place = folder(kind).joinpath(*within.split("/")) if within else folder(kind)
    found = sorted(entry.name for entry in place.iterdir() if entry.is_file() and entry.name.endswith(suffix))
    return (f"{within}/{name}" if within else name for name in found)


def stems(kind: Kind, within: str, suffix: str) -> tuple[str, ...]:
    """List the files directly inside one folder, sorted, without the folder and the suffix."""
    return tuple(name.removeprefix(f"{within}/").removesuffix(suffix) for name in names(kind, within, suffix))


def model_root() -> Path:
    """Find the folder that the distributions of models install into, one folder a model."""
    return Path(__file__).parent / "weights"


def weights(name: str) -> Path:
    """Find the folder of a shipped model (``model.onnx`` and what belongs to it).

    MissingModelError where its distribution is not installed, UnfitModelError where it was made for another
    release of bioloom or a file of it lacks or has another size.
    """
    place = model_root() / name
    if not has_weights(name):
        raise MissingModelError(name)
    manifest = json.loads((place / MANIFEST).read_text(encoding="utf-8"))
    series = ".".join(__version__.split(".")[:2])
    if series not in manifest["fits"]:
        raise UnfitModelError(name, f"version {manifest['version']} does not fit bioloom {__version__}")
    for file, known in manifest["files"].items():
        found = place / file
        if not found.is_file() or found.stat().st_size != known["bytes"]:
            raise UnfitModelError(name, f"{file} is missing or incomplete")
    return place


def damaged_weights(name: str) -> tuple[str, ...]:
    """Name the files of an installed model whose SHA-256 is not that of its manifest; reads all of them."""
    place = model_root() / name
    files = json.loads((place / MANIFEST).read_text(encoding="utf-8"))["files"]
    return tuple(
        file
        for file, known in files.items()
        if not (place / file).is_file()
        or hashlib.sha256((place / file).read_bytes()).hexdigest() != known["sha256"]
    )


def has_weights(name: str) -> bool:
    """Say whether a shipped model is installed."""
    return (model_root() / name / MANIFEST).is_file()


def page_files() -> Mapping[str, bytes]:
    """Read the files of the web page, by name; what others wrote is in its folder vendor/."""
    place = Path(__file__).parent / "serving" / "page"
    return {
        file.name: file.read_bytes()
        for file in sorted([*place.iterdir(), *(place / "vendor").glob("*.js")])
        if file.is_file()
    }


def command_table() -> Iterator[Mapping[str, str]]:
    """Yield the commands of bioloom: name, module, summary, example."""
    return parse_table(package("bioloom", "cli/commands.tsv"), "cli/commands.tsv")


def vendored_scripts() -> Iterator[Mapping[str, str]]:
    """Yield the scripts of others that the page carries: file, package, version, licence, SHA-256."""
    return parse_table(package("bioloom", "serving/page/vendor/packages.tsv"), "vendor/packages.tsv")


@cache
def code_digest(parts: tuple[str, ...], tables: tuple[str, ...]) -> str:
    """Hash the code that decides something: packages or modules, and folders of ontology/; 16 hex digits.

    It is part of the key under which a cache keeps what was decided.
    """
    digest = hashlib.blake2b(digest_size=8)
    for part in parts:
        place = Path(__file__).parent / part
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            digest.update(path.read_bytes())
    for table_folder in tables:
        for name in names("ontology", table_folder):
            digest.update(text("ontology", name).encode())
    return digest.hexdigest()


def ontology_folders() -> tuple[str, ...]:
    """List the folders of ontology/, sorted."""
    return tuple(sorted(entry.name for entry in folder("ontology").iterdir() if entry.is_dir()))


@cache
def package_digest(name: str) -> str:
    """Hash the code of an imported package or module, such as one with loaders; empty if it has no file."""
    module = sys.modules.get(name)
    places = [Path(place) for place in getattr(module, "__path__", ())]
    if not places and (file := getattr(module, "__file__", None)):
        places = [Path(file)]
    digest = hashlib.blake2b(digest_size=8)
    for place in places:
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            if path.is_file():
                digest.update(path.read_bytes())
    return digest.hexdigest() if places else ""


def package(name: str, path: str) -> str:
    """Read a data file of another installed package, such as the schema in ``biolink_model``."""
    place: Traversable = files(name)
    for part in path.split("/"):  # one at a time: packages without __init__.py take no more on Python 3.11
        place = place / part
    return place.read_text(encoding="utf-8")

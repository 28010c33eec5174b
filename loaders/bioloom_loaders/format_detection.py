"""Format detection for files and folders: decided in one place, so that no two loaders claim a source."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

from bioloom.errors import SourceError
from bioloom.loading import SourcePart, is_hidden
from bioloom_loaders.documents import is_document
from bioloom_loaders.reading_versions import tables_of, version_of
from bioloom_loaders.tables import delimiter_of, split_row
from bioloom_loaders.text_lines import BROKEN, UTF16, open_bytes, shown

TEXT_SUFFIXES = (".txt", ".md", ".markdown")
XML_SUFFIXES = (".xml", ".nxml", ".bioc", ".xml.gz", ".nxml.gz")
TABLE = re.compile(
    r"^(?P<stem>.*?)(?:^|(?<=[_.-]))(?P<part>nodes|edges)(?P<rest>(?:[_.-][^/]*?)?)"
    r"(?P<suffix>\.(?:(?:tsv|csv|jsonl|ndjson|json)(?:\.gz)?|parquet))$",
    re.IGNORECASE,
)
TABLE_SUFFIXES = (".tsv", ".csv", ".tsv.gz", ".csv.gz")
RDF_SUFFIXES = (".nt", ".ttl", ".nt.gz", ".ttl.gz")
OBO_SUFFIXES = (".obo", ".obo.gz")
SSSOM_SUFFIXES = (".sssom.tsv", ".sssom.csv", ".sssom.tsv.gz", ".sssom.csv.gz")
ARCHIVE_SUFFIXES = (".tar.gz", ".tgz", ".tar", ".tar.bz2", ".tar.xz", ".zip")
JSON_SUFFIXES = (".json", ".json.gz")
_CLAIM_SUFFIXES = (".json", ".jsonl", ".ndjson", ".tsv", ".csv")
_CLAIM_SLOTS = ("subject", "relationship", "object")
ROW_SUFFIXES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
LISTED_SUFFIXES = (
    *(".pubtator", ".nbib", ".medline", ".txt", ".tsv"),
    *(".pubtator.gz", ".nbib.gz", ".medline.gz", ".txt.gz", ".tsv.gz"),
)
_METAEDGES = re.compile(rb"(?:\xef\xbb\xbf)?source\tmetaedge\ttarget\s|$")
_HUB = re.compile(rb"^(?:pert_iname|broad_id\tpert_iname)\t(?=[^\n]*\btarget\b)", re.MULTILINE)
_HEAD = 65536
_GIT_FIELDS = ("SUBJECT_TEXT", "PREDICATE", "OBJECT_TEXT", "SENTENCE")
_LABELLED = re.compile(rb'"triple_list"\s*:\s*\[\s*\[\s*"(?:[^"\\]|\\.)*"\s*,\s*"([^"\\]*)"')
_LABELS = {
    "chemprot": {b"PRODUCT-OF", b"DOWNREGULATOR", b"ANTAGONIST", b"AGONIST", b"ACTIVATOR"},
    "ddi": {b"None", b"effect", b"mechanism", b"advise", b"int"},
}
_PUBTATOR = re.compile(rb"(?:\xef\xbb\xbf)?\s*[^\s|]{1,100}\|t\|")
_MEDLINE = re.compile(rb"(?:\xef\xbb\xbf)?\s*PMID- ?[0-9]")
_ABSTRACTS = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[0-9]{5,9}\t[^\t\r\n]{3,}\t[^\t\r\n]*"
    rb"|(?i:pmid|id)\t(?i:title)\t(?i:abstract))\r?(?:\n|$)"
)
_PUBMED = re.compile(rb"<(?:PubmedArticleSet|PubmedArticle|PubmedBookArticle)[\s>]")
_BIORED = re.compile(rb"\t(?:GeneOrGeneProduct|DiseaseOrPhenotypicFeature|ChemicalEntity|OrganismTaxon)\t")
_CHEMPROT = re.compile(r"(?P<stem>.+)\.(?P<part>txt|ent|rel)(?:\.gz)?", re.IGNORECASE)
_ARTICLE = re.compile(rb"<(?:article|pmc-articleset)[\s>]")
_COLLECTION = re.compile(rb"BioC\.dtd|<collection[\s>].{0,4000}?<document[\s>]", re.DOTALL)
_BIOC_JSON = re.compile(rb'"passages"\s*:\s*\[|"bioctype"')
_PROTOCOL = re.compile(rb'"steps"\s*:|"uri"\s*:')
_PROTOCOLS_IO = re.compile(rb'protocols\.io|"previous_guid"\s*:|"materials_text"\s*:')
_SQUAD = re.compile(rb'"paragraphs"\s*:\s*\[\s*\{\s*"(?:context|qas|document_id)"\s*:')
_GRAPH_JSON = re.compile(rb'"(?:nodes|edges)"\s*:\s*\[')


_OF_FOLDERS = {"kgx", "text", "brat"}
_OF_TABLES = {"disease-xrefs", "drug-targets", "names", "obo", "quadruples", "rdf", "sssom"}
_TABLES = (*TABLE_SUFFIXES, *OBO_SUFFIXES, *RDF_SUFFIXES, *JSON_SUFFIXES, *ROW_SUFFIXES)


class FormatLoader:
    """Base of loaders: recognises the sources to which `format_of` gives its name."""

    name: str
    readers: ClassVar[Mapping[str, object]] = {}
    """What reads the files of each format, where several may lie in a folder."""

    @property
    def reading(self) -> int:
        """The version of what this loader reads out of its sources."""
        return version_of({self.name, *self.readers})

    @property
    def tables(self) -> tuple[str, ...]:
        """The folders of ontology/ that decide what becomes of its records."""
        return tables_of({self.name, *self.readers})

    def recognises(self, source: Path) -> bool:
        """Say whether a file or folder is of this format, from names and first lines only."""
        return format_of(source) == self.name

    def parts(self, folder: Path) -> list[SourcePart]:
        """Give what a folder holds, by formats."""
        return parts_of(folder)


def format_of(source: Path) -> str | None:
    """Name the format of a source, or None, from its names (and the head of a JSON file).

    A Hetionet folder holds ``nodes.tsv`` and ``*.sif.gz``; a KGX one holds node or edge tables; any
    other folder with ``.ann`` files is BRAT, and one with documents of whatever format is text.
    """
    if source.is_dir():
        try:
            return _format_of_folder(source)
        except OSError as error:
            raise _unreadable(error) from error
    is_file = source.is_file()
    if (not is_file or _CHEMPROT.fullmatch(source.name)) and chemprot_splits(source):
        return "chemprot"
    if not is_file:
        return "kgx" if source.name and any(siblings(source)) else None
    name = source.name.lower()
    if name.endswith((".sif", ".sif.gz")):
        return "hetionet" if _METAEDGES.match(_read_head(source)) else None
    if name.endswith(OBO_SUFFIXES):
        return "obo"
    if name.endswith(RDF_SUFFIXES):
        return "rdf"
    if name.endswith(SSSOM_SUFFIXES):
        return "sssom"
    if name == "nodes.tsv" and any(source.parent.glob("*.sif.gz")):
        return "hetionet"
    if TABLE.match(source.name) or name.endswith(ARCHIVE_SUFFIXES) or is_graph_json(source):
        return "kgx"
    if is_claims(source):
        return "quadruples"
    if name.endswith(".ann"):
        return "brat"
    if name.endswith(TEXT_SUFFIXES) and source.with_suffix(".ann").is_file():
        return "brat"
    document = _format_of_document(source)
    if document is None and name.endswith((".txt", ".tsv")) and _HUB.search(_read_head(source)):
        return "repurposing-hub"
    if document is not None:
        return document
    if name.endswith(TEXT_SUFFIXES):
        return "text"
    return _format_of_table(source) if name.endswith(TABLE_SUFFIXES) else None


def _format_of_document(path: Path) -> str | None:
    """Name the format of a document by its suffix, and for XML and JSON by its head."""
    name = path.name.lower()
    if name.endswith((".pdf", ".docx")):
        return name.rpartition(".")[2]
    if not name.endswith((*XML_SUFFIXES, *JSON_SUFFIXES, *ROW_SUFFIXES, *LISTED_SUFFIXES)):
        return None
    head = _read_head(path)
    if name.endswith(ROW_SUFFIXES):
        return _format_of_rows(head)
    if name.endswith(LISTED_SUFFIXES):
        return _format_of_listed(head)
    if name.endswith(XML_SUFFIXES):
        if _PUBMED.search(head):
            return "pubmed"
        return "bioc" if _COLLECTION.search(head) else "jats" if _ARTICLE.search(head) else None
    if _BIOC_JSON.search(head):
        return "bioc"
    if _SQUAD.search(head):
        return "squad"
    stated = _PROTOCOL.search(head) and _PROTOCOLS_IO.search(head) and b'"title"' in head
    return "protocolsio" if stated else None


def _format_of_rows(head: bytes) -> str | None:
    """Tell the corpora of labelled sentences by the fields of the first row and the labels of the others."""
    first = head.partition(b"\n")[0]
    if all(re.search(rf'"{name}"\s*:'.encode(), first) for name in _GIT_FIELDS):
        return "git"
    labels = set(_LABELLED.findall(head))
    return next((name for name, known in _LABELS.items() if labels & known), None)


def _format_of_listed(head: bytes) -> str | None:
    """Tell the formats of publications in lines by the first one, and BioRED by its types."""
    if _PUBTATOR.match(head) is not None:
        return "biored" if _BIORED.search(head) else "pubtator"
    if _MEDLINE.match(head) is not None:
        return "medline"
    return "abstracts" if _ABSTRACTS.match(head) is not None else None


def chemprot_splits(source: Path) -> list[tuple[Path, Path, Path | None]]:
    """List the splits of ChemProt that a folder holds, or the one that a file or stem belongs to.

    Each has the files of its texts, its mentions and, unless it is missing, its relations.
    """
    if source.is_dir():
        paths = sorted(source.iterdir())
    else:
        match = _CHEMPROT.fullmatch(source.name)
        stem = match["stem"] if match else source.name
        kinds = ("txt", "ent", "rel")
        paths = [source.parent / f"{stem}.{kind}{packed}" for kind in kinds for packed in ("", ".gz")]
        paths = paths if source.name else []
    parts: dict[str, dict[str, Path]] = {}
    for path in paths:
        match = _CHEMPROT.fullmatch(path.name)
        if match is not None and path.is_file():
            parts.setdefault(match["stem"], {}).setdefault(match["part"].lower(), path)
    return [
        (found["txt"], found["ent"], found.get("rel"))
        for _, found in sorted(parts.items())
        if {"txt", "ent"} <= found.keys()
    ]


def _format_of_table(path: Path) -> str | None:
    """Tell a mapping set and a list of names from other tables by the header."""
    head = _read_head(path).decode("utf-8", "replace").removeprefix("\ufeff")
    header = next((line for line in head.splitlines() if line.strip() and not line.startswith("#")), "")
    columns = _columns(header)
    if "subject_id" in columns and columns & {"object_id", "predicate_id"}:
        return "sssom"
    if {"drugbank_id", "actions"} <= columns and columns & {"known_action", "GeneID"}:
        return "drug-targets"
    if {"doid_code", "doid_name", "resource", "resource_id"} <= columns:
        return "disease-xrefs"
    if path.name.lower().startswith(("cbg-", "dag-")) and "entrez_gene_id" in columns:
        return "hetionet"
    return "names" if {"id", "name"} <= columns else None


def parts_of(folder: Path) -> list[SourcePart]:
    """Part a folder of tables and texts by their formats: KGX first, texts last.

    Tables of KGX are read folder by folder, all others one by one, and the texts of all folders at once.
    """
    whole = format_of(folder)
    tables: dict[tuple[Path, str], set[Path]] = {(folder, "kgx"): set()} if whole == "kgx" else {}
    others: list[Path] = []
    for path in walk(folder) if whole in _OF_FOLDERS else ():
        format_ = format_of(path) if path.name.lower().endswith(_TABLES) and not path.is_symlink() else None
        if format_ == "kgx":
            tables.setdefault((path.parent, format_), set()).add(path)
        elif format_ in _OF_TABLES:
            tables[path, format_] = {path}
        else:
            others.append(path)
    parts = [SourcePart(path, format_, frozenset(files)) for (path, format_), files in tables.items()]
    parts.sort(key=lambda part: (part.format != "kgx", part.format == "quadruples"))
    annotated = {path for path in others if path.suffix == ".ann"}
    texts = annotated | {path for path in others if parts and is_document(path) and _is_document(path)}
    if texts and parts:
        of_texts = "chemprot" if chemprot_splits(folder) else "brat" if annotated else "text"
        parts.append(SourcePart(folder, of_texts, frozenset(texts)))
    return parts if len(parts) > 1 else [SourcePart(folder, whole)]


def _columns(header: str) -> set[str]:
    return {cell.strip(' "') for cell in split_row(header.strip(), delimiter_of(header))}


def _format_of_folder(folder: Path) -> str | None:
    names = sorted(entry.name for entry in folder.iterdir() if entry.is_file())
    if "nodes.tsv" in names and any(name.endswith(".sif.gz") for name in names):
        return "hetionet"
    if any(TABLE.match(name) or is_graph_json(folder / name) for name in names):
        return "kgx"
    if chemprot_splits(folder):
        return "chemprot"
    documents = False
    for path in walk(folder):
        if path.suffix == ".ann":
            return "brat"
        documents = documents or _is_document(path)
    return "text" if documents else None


def _is_document(path: Path) -> bool:
    return path.suffix.lower() in TEXT_SUFFIXES or _format_of_document(path) is not None


def walk(folder: Path) -> Iterator[Path]:
    """List the files below a folder in a fixed order, without hidden ones, locks and folders behind links."""

    def stop(error: OSError) -> None:
        raise _unreadable(error) from error

    for place, folders, files in os.walk(folder, onerror=stop):
        folders[:] = sorted(name for name in folders if not is_hidden(name))
        for name in sorted(files):
            if not is_hidden(name):
                yield Path(place, name)


def _unreadable(error: OSError) -> SourceError:
    where = error.filename if isinstance(error.filename, str) else "."
    return SourceError(f"the folder cannot be read: {error.strerror or error}", shown(Path(where)))


def is_graph_json(path: Path) -> bool:
    """Say whether a ``.json`` file begins like a KGX graph: a list of nodes or edges near its start."""
    if not path.name.lower().endswith(JSON_SUFFIXES) or TABLE.match(path.name):
        return False
    head = _read_head(path)
    return _GRAPH_JSON.search(head) is not None and _BIOC_JSON.search(head) is None


def is_claims(path: Path) -> bool:
    """Say whether the first row of a table or JSON file has subject, relationship and object."""
    name = path.name.lower().removesuffix(".gz")
    if not name.endswith(_CLAIM_SUFFIXES):
        return False
    head = _read_head(path).decode("utf-8-sig", "replace")
    if name.endswith((".tsv", ".csv")):
        return {*_CLAIM_SLOTS} <= _columns(head.split("\n", 1)[0])
    return all(re.search(rf'"{slot}"\s*:', head) for slot in _CLAIM_SLOTS)


def _read_head(path: Path) -> bytes:
    """Read what stands at the beginning of a file, unpacked; nothing where it cannot be read."""
    try:
        with open_bytes(path) as opened:
            head = opened.read(_HEAD)
    except (SourceError, *BROKEN):
        return b""
    if head.startswith(UTF16) and path.name.lower().endswith(TABLE_SUFFIXES):
        return head[: len(head) & ~1].decode("utf-16", "replace").encode()
    return head


def siblings(prefix: Path) -> list[Path]:
    """List the KGX tables whose names begin with a prefix such as ``graphs/monarch``."""
    if not prefix.parent.is_dir():
        return []
    found = (path for path in prefix.parent.iterdir() if path.is_file() and path.name.startswith(prefix.name))
    return sorted(path for path in found if TABLE.match(path.name))

"""Ontologies in the OBO format: each stanza is read by itself, so that a broken one costs only itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import fastobo
from fastobo.term import TermFrame

from bioloom.biolink import NAMED_THING, model
from bioloom.errors import SourceError
from bioloom.records import LoadOptions, Place, Reject, Skip, SourceEdge, SourceNode, SourceRecord, Value
from bioloom_loaders.format_detection import FormatLoader
from bioloom_loaders.format_terms import format_terms
from bioloom_loaders.text_lines import TextLine, open_bytes, read_lines, shown

_HEAD = re.compile(r"\[.*|\s*\[?\s*(?:Term|Typedef|Instance)\s*\]?\s*", re.IGNORECASE)
_CLAUSE = re.compile(r"\s*(?:!|[\w-]+\s*:)")
_KINDS = frozenset({"header", "[Term]", "[Typedef]", "[Instance]"})
_SYNONYMS = {"BROAD": "broad_synonym", "NARROW": "narrow_synonym", "RELATED": "related_synonym"}
_PREFIXES = format_terms("obo prefix")
"""Categories of ids whose prefix Biolink prefers for several."""

_NAMESPACES = format_terms("obo namespace")
"""Namespaces that say more than the prefix of an id does."""


class OboLoader(FormatLoader):
    """Reads the terms of an ontology: names, synonyms by scope, xrefs, and is_a as `biolink:subclass_of`.

    Only EXACT synonyms are names; the others are kept apart. Obsolete terms are left out.
    """

    name = "obo"
    description = "ontologies in the OBO format (terms, synonyms, xrefs, is_a)"

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give all terms, then all is_a edges; the file is read twice, in flat memory."""
        if not source.is_file():
            raise SourceError("does not exist or is no file", shown(source))
        ontology = options.primary_knowledge_source
        left_out: set[int] = set()
        stanzas = 0
        for stanza in _stanzas(source):
            if isinstance(stanza, Reject):
                yield stanza
                continue
            stanzas += stanza.kind != "header"
            if stanza.kind == "header":
                ontology = ontology or _ontology_of(stanza)
            elif stanza.kind not in _KINDS:
                message = f"a stanza begins with [Term], [Typedef] or [Instance], not {stanza.kind[:40]!r}"
                yield Reject("BAD_SYNTAX", "extract", f"{message}; it is left out", stanza.place)
            elif stanza.kind == "[Term]":
                node = _node(stanza)
                if not isinstance(node, SourceNode):
                    left_out.add(stanza.place.line or 0)
                yield node
        if not stanzas:
            raise SourceError(
                "is no ontology in OBO: it holds no [Term]; give its format with --format", shown(source)
            )
        for stanza in _stanzas(source):
            if isinstance(stanza, Stanza) and stanza.kind == "[Term]" and stanza.place.line not in left_out:
                yield from _edges(stanza, ontology or shown(Path(source.stem)))


@dataclass(slots=True)
class Stanza:
    """The lines of one stanza, or those above the first one (`kind` header)."""

    kind: str
    place: Place
    lines: list[TextLine] = field(default_factory=list)

    def parse(self) -> TermFrame | Reject:
        """Read a term."""
        if not any(line.text.startswith("id:") for line in self.lines):
            return Reject("MISSING_ID", "extract", "the term has no id; it is left out", self.place)
        text = "".join(f"{line.text}\n" for line in self.lines)
        try:
            frame = fastobo.loads(text, threads=1)[0]
        except SyntaxError as error:
            at = self.lines[min((error.lineno or 1) - 1, len(self.lines) - 1)]
            message = f"not OBO: {error.msg}; the term is left out"
            return Reject("BAD_SYNTAX", "extract", message, at.place, {"line": at.text[:2000]})
        except (IndexError, ValueError) as error:
            message = f"not a term of OBO: {error}; it is left out"
            return Reject("BAD_SYNTAX", "extract", message, self.place)
        return frame


def _stanzas(source: Path) -> Iterator[Stanza | Reject]:
    """Split a file into stanzas; one whose head is broken or missing ends the one before, too."""
    file = shown(source)
    with open_bytes(source) as opened:
        now = Stanza("header", Place(file, 1))
        has_id, last = True, 0
        for line in read_lines(opened, file):
            if isinstance(line, Reject):
                yield line
                continue
            number = line.place.line or 0
            is_head = _HEAD.fullmatch(line.text) is not None
            is_stray = number > last + 1 and now.kind != "header" and not _CLAUSE.match(line.text)
            names_another = line.text.startswith("id:") and has_id
            last = number
            if is_head or is_stray or names_another:
                yield now
                now = Stanza(line.text.strip(), line.place, [line])
                has_id = names_another
            else:
                now.lines.append(line)
                has_id = has_id or line.text.startswith("id:")
        yield now


def _ontology_of(header: Stanza) -> str | None:
    for line in header.lines:
        tag, _, value = line.text.partition(":")
        if tag.strip() == "ontology" and value.strip():
            return value.strip()
    return None


def _node(stanza: Stanza) -> SourceNode | Skip | Reject:
    frame = stanza.parse()
    if isinstance(frame, Reject):
        return frame
    id_ = str(frame.id)
    name, category = None, _PREFIXES.get(id_.partition(":")[0], model().category_of(id_))
    listed: dict[str, list[str]] = {}
    properties: dict[str, Value] = {}
    for clause in frame:
        tag = clause.raw_tag()
        if tag == "is_obsolete" and clause.obsolete:
            return Skip("OBSOLETE_TERM", stanza.place)
        if tag == "name":
            name = clause.name
        elif tag == "namespace":
            category = _NAMESPACES.get(str(clause.namespace), category)
        elif tag == "def":
            properties["description"] = clause.definition
        elif tag == "synonym":
            slot = _SYNONYMS.get(clause.synonym.scope, "synonym")
            listed.setdefault(slot, []).append(clause.synonym.desc)
        elif tag == "xref":
            listed.setdefault("xref", []).append(str(clause.xref.id))
        elif tag == "alt_id":
            listed.setdefault("alt_id", []).append(str(clause.alt_id))
    properties |= {slot: tuple(dict.fromkeys(values)) for slot, values in listed.items()}
    return SourceNode(id_, (category or NAMED_THING,), stanza.place, name, properties)


def _edges(stanza: Stanza, ontology: str) -> Iterator[SourceEdge]:
    """Give the parents of a term that `parse` accepted."""
    id_ = next((_identifier(line.text[3:]) for line in stanza.lines if line.text.startswith("id:")), "")
    for line in stanza.lines:
        if line.text.startswith("is_a:"):
            properties: dict[str, Value] = {
                "primary_knowledge_source": ontology,
                "knowledge_level": "knowledge_assertion",
                "agent_type": "manual_agent",
                "original_predicate": "is_a",
            }
            yield SourceEdge(id_, "biolink:subclass_of", _identifier(line.text[5:]), line.place, properties)


def _identifier(value: str) -> str:
    """Take a comment and qualifiers off an identifier: ``CHEBI:1 {x="y"} ! name``."""
    words = value.split()
    return words[0].partition("{")[0].replace("\\:", ":") if words else ""

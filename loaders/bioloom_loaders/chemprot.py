"""ChemProt (BioCreative VI): abstracts with chemicals, genes and what the first do to the second."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from bioloom.records import AnnotatedDocument, LoadOptions, Place, Reject, SourceRecord
from bioloom_loaders.annotations import LONGEST_NAME, Collected, Linked, Marked, annotate, reject_line
from bioloom_loaders.document_catalogue import Catalogue, read_source
from bioloom_loaders.format_detection import FormatLoader, chemprot_splits
from bioloom_loaders.format_terms import format_terms
from bioloom_loaders.labelled_sentences import read_chemprot_rows
from bioloom_loaders.left_out import leave_out_others
from bioloom_loaders.publications import abstract_spans, abstract_text, describe_abstract
from bioloom_loaders.text_composer import one_line
from bioloom_loaders.text_lines import TextLine, lines_of, shown

#: The labels of the groups that are evaluated, by the number that the corpus gives them.
_GROUPS = format_terms("chemprot group")
_GENES = frozenset({"GENE-Y", "GENE-N"})


class ChemprotLoader(FormatLoader):
    """Reads the corpus (``.txt``, ``.ent`` and ``.rel`` of each split) and sentences with triples of it."""

    name = "chemprot"
    description = "ChemProt: abstracts (.txt, .ent, .rel) or sentences with triples (JSONL)"

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give one document an abstract, or one a sentence."""
        splits = chemprot_splits(source)
        if not splits:
            yield from read_source(source, options, {self.name: read_chemprot})
            return
        catalogue = Catalogue(options)
        for texts, mentions, relations in splits:
            yield from _read_split(texts, mentions, relations, catalogue)
        if source.is_dir():
            yield from leave_out_others(
                source.iterdir(), {path for split in splits for path in split if path}
            )


def read_chemprot(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the split whose texts a file holds, with its mentions and relations, or a file of sentences."""
    splits = chemprot_splits(path)
    if not splits:
        yield from read_chemprot_rows(path, catalogue)
    for texts, mentions, relations in splits:
        if path == texts:
            yield from _read_split(texts, mentions, relations, catalogue)


def _read_split(
    texts: Path, mentions: Path, relations: Path | None, catalogue: Catalogue
) -> Iterator[SourceRecord]:
    """Read one split; its annotations are read first, since they may stand in any order."""
    lines: dict[str, list[TextLine]] = defaultdict(list)
    for path in (mentions, relations):
        if path is None:
            message = "there are no relations (.rel) beside the mentions"
            yield Reject("MISSING_FILE", "extract", message, Place(shown(mentions)))
            continue
        for line in lines_of(path):
            if isinstance(line, Reject):
                yield line
            else:
                lines[line.text.partition("\t")[0]].append(line)
    for line in lines_of(texts):
        if isinstance(line, Reject):
            yield line
            continue
        cells = line.text.split("\t")
        if len(cells) not in (2, 3) or not cells[0].strip() or not "".join(cells[1:]).strip():
            message = "an abstract needs an id, a title and a text, with tabs between"
            yield reject_line("BAD_ROW", message, line)
            continue
        annotations = lines.pop(cells[0], [])
        yield _document(cells, annotations, line.place, texts, catalogue)
    for line in chain.from_iterable(lines.values()):
        message = "it annotates an abstract that is not there, or was rejected"
        yield reject_line("MISSING_TEXT", message, line)


def _document(
    cells: list[str], lines: list[TextLine], place: Place, path: Path, catalogue: Catalogue
) -> AnnotatedDocument | Reject:
    title, abstract = cells[1], cells[2] if len(cells) > 2 else ""
    text = abstract_text(title, abstract)
    described = describe_abstract(catalogue, path, cells[0], title, text, place.line)
    found = Collected(text)
    relations = []
    for line in lines:
        parts = line.text.split("\t")
        if len(parts) >= 6 and parts[3].isdecimal() and parts[4].isdecimal():
            _mention(parts, line, found)
        elif len(parts) == 6:
            relations.append((parts, line))
        else:
            found.reject("BAD_ROW", "this is neither a mention nor a relation", line)
    for parts, line in relations:
        _relation(parts, line, found)
    return annotate(described, abstract_spans(text, len(title)), found, "chemprot", "manual_agent")


def _mention(cells: list[str], line: TextLine, found: Collected) -> None:
    name, stated = one_line(cells[1])[:LONGEST_NAME], one_line(cells[2])[:LONGEST_NAME]
    if not name or not stated or max(len(cells[3]), len(cells[4])) > 15:
        found.reject("BAD_ROW", "a mention needs an id, a type and offsets", line)
        return
    gene = stated in _GENES
    span = Marked(name, int(cells[3]), int(cells[4]), "GENE" if gene else stated, stated if gene else None)
    found.mark(span, cells[5], line)


def _relation(cells: list[str], line: TextLine, found: Collected) -> None:
    subject, object_, group, stated = (one_line(cell)[:LONGEST_NAME] for cell in cells[2:6])
    label = _GROUPS.get(group.removeprefix("CPR:"))
    missing = [end for end in (subject, object_) if end not in found.marked]
    if label is None:
        found.left_out["GROUP_NOT_EVALUATED"] += 1
    elif missing:
        message = f"{' and '.join(missing)} of {stated} {'is' if len(missing) == 1 else 'are'} no mention"
        found.reject("UNKNOWN_MENTION", message, line)
    else:
        found.linked.append(Linked(subject, label, object_, line.place, stated))

"""Robustness of protocol extraction to form: F1 lost where the same protocols are written otherwise."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bioloom.errors import SourceError
from bioloom.extraction.brat_writer import standoff
from bioloom.extraction.extractor import Extractor
from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, LoadOptions
from bioloom_lab.evaluation.extraction_scores import F1Difference, Tally, compare, micro, total
from bioloom_lab.evaluation.protocol_ie.conventions import SchemeName, convention
from bioloom_lab.evaluation.protocol_ie.evaluator import ProtocolReadings, read_annotated, run_extractor
from bioloom_lab.evaluation.protocol_ie.measures import NER, RE, REL_PLUS, measure, measure_relating
from bioloom_lab.evaluation.protocol_ie.overlap import families
from bioloom_lab.evaluation.protocol_ie.text_forms import FORMS, aligned, moved, rewrite
from bioloom_lab.evaluation.suite import Reporter, ReportTable, estimate_json

UNCHANGED = "unchanged"
JOINED = next(iter(FORMS))
MEASURES = (NER, RE, REL_PLUS)

_LINE_ENDS = str.maketrans("\r\n", "  ")


@dataclass(frozen=True, slots=True)
class FormScores:
    """F1 by measure of the protocols in one form, and how much that is below the unchanged protocols."""

    form: str
    read_as: str
    f1: Mapping[str, float]
    lost: Mapping[str, F1Difference]


def measure_forms(
    extractor: Extractor,
    gold: Sequence[AnnotatedDocument],
    scheme: SchemeName,
    reporter: Reporter,
    forms: Sequence[str] = tuple(FORMS),
) -> tuple[FormScores, ...]:
    """Extract protocols in every form, and as they are, from files as a user has them.

    Joined lines are also read as if each were one sentence, as annotated corpora are.
    """
    ways = [("text", form) for form in (UNCHANGED, *forms)]
    if JOINED in forms:
        ways += [("lines", UNCHANGED), ("lines", JOINED)]
    drawn_together = families(gold)
    rows: list[FormScores] = []
    base: dict[str, Mapping[str, Sequence[Tally]]] = {}
    for number, (read_as, form) in enumerate(ways, start=1):
        written = gold if form == UNCHANGED else [rewrite(document, form) for document in gold]
        counter = reporter.counter(f"form {number} of {len(ways)}, {form}")
        readings = run_extractor(extractor, read_back(written, read_as), scheme, counter)
        found = _tallies(readings, scheme)
        known = base.setdefault(read_as, found)
        rows.append(
            FormScores(
                form,
                read_as,
                {name: micro(total(each)).f1 for name, each in found.items()},
                {name: compare(known[name], each, drawn_together) for name, each in found.items()},
            )
        )
    return tuple(rows)


def _tallies(readings: ProtocolReadings, scheme: SchemeName) -> dict[str, Sequence[Tally]]:
    how = convention(scheme)
    gold, predicted, related = (
        [how.document(each) for each in some]
        for some in (readings.gold, readings.predicted, readings.related)
    )
    measured = [measure(one, other, how) for one, other in zip(gold, predicted, strict=True)]
    found: dict[str, Sequence[Tally]] = {name: [each[name] for each in measured] for name in (NER, REL_PLUS)}
    if related:
        found[RE] = [measure_relating(one, other, how) for one, other in zip(gold, related, strict=True)]
    return found


def read_back(documents: Sequence[AnnotatedDocument], read_as: str) -> tuple[AnnotatedDocument, ...]:
    """Write documents to files, read these, and give what is read with the annotation that they had.

    A mention belongs to the sentence in which it begins; one outside of all sentences is in none.
    """
    with tempfile.TemporaryDirectory() as folder:
        for number, document in enumerate(documents):
            text, annotations = standoff(document)
            (Path(folder) / f"{number:06}.txt").write_bytes(text)
            if read_as == "lines":
                (Path(folder) / f"{number:06}.ann").write_bytes(annotations)
        if read_as == "lines":
            found = list(read_annotated(Path(folder), "forms"))
        else:
            records = loader_for(Path(folder), "text").records(Path(folder), LoadOptions(corpus="forms"))
            found = [record for record in records if isinstance(record, AnnotatedDocument)]
    if len(found) != len(documents):
        raise SourceError(f"only {len(found)} of {len(documents)} rewritten documents can be read", folder)
    return tuple(_annotated(one, other) for one, other in zip(found, documents, strict=True))


def _annotated(read: AnnotatedDocument, gold: AnnotatedDocument) -> AnnotatedDocument:
    written, text = _without_line_ends(gold), _without_line_ends(read)
    found = aligned(written, [*_left_out(written, text)])
    if found.text != text:
        raise SourceError("is read with another text than was written", gold.document.id)
    at, placed = 0, []
    for mention in sorted((moved(each, found) for each in gold.mentions), key=lambda each: each.start):
        while at + 1 < len(read.sentences) and read.sentences[at].end <= mention.start:
            at += 1
        sentence = read.sentences[at]
        inside = sentence.start <= mention.start < sentence.end
        placed.append(replace(mention, sentence_id=sentence.id if inside else ""))
    return replace(
        gold,
        document=replace(read.document, id=gold.document.id),
        sentences=read.sentences,
        mentions=tuple(placed),
    )


def _left_out(written: str, read: str) -> Iterator[tuple[int, int, str]]:
    """Find the characters of a text that a loader leaves out: the hyphens and line ends within words."""
    at = 0
    for place, letter in enumerate(written):
        if read[at : at + 1] == letter:
            at += 1
        else:
            yield place, place + 1, ""


def _without_line_ends(document: AnnotatedDocument) -> str:
    """Give a text with spaces for line ends, as a loader reads a sentence that was wrapped."""
    return document.document.text.translate(_LINE_ENDS)


def form_table(rows: Sequence[FormScores]) -> ReportTable:
    """Lay out F1 and what of it is lost in each form, in points."""
    measures = [name for name in MEASURES if name in rows[0].f1]
    cells = [
        (f"{row.form}, {row.read_as}", *(part for name in measures for part in _cells(row, name)))
        for row in rows
    ]
    columns = ("form", *(cell for name in measures for cell in (name, "lost")))
    return ReportTable(
        columns,
        cells,
        "F1 by form of the text, in points",
        "text: sentences as a plain file's loader finds them; lines: each line is a sentence; "
        "lost: below the unchanged protocols, 95% bootstrap interval over families of documents",
        whole_names=True,
    )


def _cells(row: FormScores, name: str) -> tuple[str, str]:
    lost = row.lost[name].f1
    spread = f"{100 * lost.value:.1f} ({100 * lost.low:.1f} to {100 * lost.high:.1f})"
    return f"{100 * row.f1[name]:.1f}", "" if row.form == UNCHANGED else spread


def forms_json(rows: Sequence[FormScores]) -> list[dict[str, object]]:
    """Give the scores of the forms as JSON values."""
    return [
        {
            "form": row.form,
            "read_as": row.read_as,
            "f1": {name: round(value, 4) for name, value in row.f1.items()},
            "lost": {name: estimate_json(each.f1) for name, each in row.lost.items()},
        }
        for row in rows
    ]

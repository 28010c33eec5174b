"""Multi-scheme training of tagger and relater: batches of lines, each asked in its own scheme."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from typing import Any

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.tokenization import Words
from bioloom.extraction.networks.windows import (
    TokenLine,
    Window,
    WindowBatch,
    batches,
    lay_out,
    length_of,
    pack_windows,
)
from bioloom.extras import optional
from bioloom_lab.training.extraction.activation_ranges import Sample, lay_out_sample
from bioloom_lab.training.extraction.annotated_lines import TripleLine
from bioloom_lab.training.extraction.corpora import CORPORA, TripleLines
from bioloom_lab.training.extraction.line_training import SpecialTokens, hide
from bioloom_lab.training.extraction.torch_networks import RelaterNetwork, TaggerNetwork
from bioloom_lab.training.loop import Progress, TrainingSchedule, fit

_FEATURE = "Training a local model"
_EVERY = 8  # one window in eight is enough to measure ranges on

Documents = Mapping[tuple[str, str], Sequence[Words]]
"""What was retrieved for a sentence (scheme and text): the nearest labelled sentence first, then phrases."""


@dataclass(frozen=True, slots=True)
class DocumentDraw:
    """Draw of the document that a sentence is read beside, anew in every epoch.

    How often there is one at all is the scheme's; `first` is how often it is the nearest labelled sentence.
    """

    first: float = 0.4

    def draw(self, scheme: str, documents: Sequence[Words], drawn: random.Random) -> Words | None:
        """Choose among what was retrieved for a sentence of a scheme."""
        if not documents or drawn.random() >= CORPORA[scheme].beside:
            return None
        if len(documents) == 1 or drawn.random() < self.first:
            return documents[0]
        return drawn.choice(documents[1:])


def learn_tagger(
    tagger: TaggerNetwork,
    triples: TripleLines,
    marks: SpecialTokens,
    schedule: TrainingSchedule,
    *,
    window: int,
    seed: int,
    on_progress: Progress | None = None,
) -> None:
    """Fit a tagger to the lines of all schemes; tags of the other schemes do not exist on a line."""
    torch = optional("torch", _FEATURE, extra="lab")
    lines, documents = _numbered(triples)
    kinds = {scheme: triples.kinds_of(scheme) for scheme in triples.schemes}

    def draw(drawn: random.Random) -> list[list[Window]]:
        windows: list[Window] = []
        for document in documents:
            sizes = iter(lambda: drawn.randint(window * 5 // 8, window), None)
            windows += pack_windows(document, sizes)
        return _shuffled(windows, schedule.pieces, drawn)

    def loss(windows: Sequence[Window]) -> Any:
        batch, spans = _laid_out(windows, marks, lines)
        if schedule.hidden:
            hide(torch, batch, marks, schedule.hidden)
        return tagger.loss(batch, spans, [kinds[lines[line.number].scheme] for line in batch.lines])

    fit(tagger.module, draw, loss, schedule, seed=seed, on_progress=on_progress)


def learn_relater(
    relater: RelaterNetwork,
    triples: TripleLines,
    documents: Documents,
    marks: SpecialTokens,
    schedule: TrainingSchedule,
    *,
    choice: DocumentDraw,
    seed: int,
    whole: bool = False,
    on_progress: Progress | None = None,
) -> None:
    """Fit a relater to sentences one by one, with a retrieved document before them or without.

    Which sentences an epoch has, and which of their wrong pairs, is drawn by the shares of their schemes;
    with `whole` it has all sentences.
    """
    torch = optional("torch", _FEATURE, extra="lab")
    lines = dict(enumerate(chain(triples.sentences, *triples.wrong)))
    groups = list(_groups(triples, whole))
    answers = {number: triples.answers(line) for number, line in lines.items()}

    def draw(drawn: random.Random) -> list[list[Window]]:
        windows = []
        for numbers, share in groups:
            number = drawn.choice(numbers)
            line = lines[number]
            if drawn.random() < share and answers[number]:
                found = choice.draw(line.scheme, documents.get((line.scheme, line.text), ()), drawn)
                windows.append(_beside(number, line, found))
        return _shuffled(windows, schedule.pieces, drawn)

    def loss(windows: Sequence[Window]) -> Any:
        batch, spans = _laid_out(windows, marks, lines)
        if schedule.hidden:
            hide(torch, batch, marks, schedule.hidden)
        wanted: dict[tuple[int, int], int] = {}
        before = 0
        for line in batch.lines:
            if line.number in lines:
                own = answers[line.number]
                wanted |= {(before + one, before + other): kind for (one, other), kind in own.items()}
                before += len(lines[line.number].spans)
        return relater.loss_of(batch, spans, wanted, triples.admitted)

    fit(relater.module, draw, loss, schedule, seed=seed, on_progress=on_progress)


def samples_of(
    triples: TripleLines, documents: Documents, marks: SpecialTokens, *, window: int, seed: int
) -> tuple[Sample, Sample]:
    """Lay out a part of the lines as each of the networks reads them, to measure ranges on."""
    lines, numbered = _numbered(triples)
    windows = [found for each in numbered for found in pack_windows(each, repeat(window))][::_EVERY]
    drawn = random.Random(seed)
    choice = DocumentDraw()
    single = dict(enumerate(triples.sentences))
    beside = [
        _beside(number, line, choice.draw(line.scheme, documents.get((line.scheme, line.text), ()), drawn))
        for number, line in list(single.items())[::_EVERY]
    ]
    return (
        lay_out_sample(windows, marks, lambda number: lines[number].spans),
        lay_out_sample(beside, marks, lambda number: single[number].spans if number in single else ()),
    )


def _groups(triples: TripleLines, whole: bool) -> Iterator[tuple[range, float]]:
    """Give the numbers of lines of which an epoch has one at most, and how often: sentences, wrong pairs."""
    for number, line in enumerate(triples.sentences):
        yield range(number, number + 1), 1.0 if whole else CORPORA[line.scheme].share
    first = len(triples.sentences)
    for group in triples.wrong:
        yield range(first, first + len(group)), CORPORA[group[0].scheme].wrong
        first += len(group)


def _numbered(triples: TripleLines) -> tuple[dict[int, TripleLine], list[list[TokenLine]]]:
    """Number the lines of all documents; lines without words are left out."""
    lines: dict[int, TripleLine] = {}
    documents = []
    for document in triples.documents:
        numbered = []
        for line in document:
            if len(line.words):
                numbered.append(TokenLine(len(lines), line.words))
                lines[len(lines)] = line
        documents.append(numbered)
    return lines, documents


def _beside(number: int, line: TripleLine, document: Words | None) -> list[TokenLine]:
    """Give the window of a sentence; a document's line has a negative number, since it has no gold."""
    own = TokenLine(number, line.words)
    return [own] if document is None or not len(document) else [TokenLine(-1, document), own]


def _shuffled(windows: Sequence[Window], pieces: int, drawn: random.Random) -> list[list[Window]]:
    made = batches(windows, pieces, lambda window: length_of(window) + 8 * drawn.random())
    drawn.shuffle(made)
    return made


def _laid_out(
    windows: Sequence[Window], marks: SpecialTokens, lines: Mapping[int, TripleLine]
) -> tuple[WindowBatch, list[Span]]:
    batch = lay_out(windows, marks.begin, marks.between)
    return batch, list(_spans(batch, lines))


def _spans(batch: WindowBatch, lines: Mapping[int, TripleLine]) -> Iterator[Span]:
    for at, line in enumerate(batch.lines):
        if line.number in lines:
            yield from (replace(span, line=at) for span in lines[line.number].spans)

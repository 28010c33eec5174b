"""Training of the part tagger on questions whose parts are known, and on questions for one thing."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path

from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.embedding.model_files import TOKENIZER, open_tokenizer
from bioloom.errors import SourceError
from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.model_settings import SETTINGS, TaggerSettings
from bioloom.extraction.networks.tokenization import WordReader, word_spans
from bioloom.extraction.networks.windows import TokenLine
from bioloom.extras import optional
from bioloom.question_parsing.part_tagger import KINDS, LONGEST, NEITHER, PARTS, PartTagger
from bioloom.question_parsing.question_parts import split_introduction, split_question
from bioloom.question_parsing.question_pattern import parse_patterns
from bioloom_lab.evaluation.gold_files import read_gold
from bioloom_lab.evaluation.questions import GoldQuestion
from bioloom_lab.evaluation.row_faults import row_fault
from bioloom_lab.training.extraction.activation_ranges import sample_of
from bioloom_lab.training.extraction.annotated_lines import GoldDocuments, GoldLine
from bioloom_lab.training.extraction.export import TAGGER_PARTS, shape_of, write_network
from bioloom_lab.training.extraction.line_training import learn, marks_of
from bioloom_lab.training.extraction.torch_networks import TaggerNetwork
from bioloom_lab.training.loop import OnStage, TrainingSchedule, by_stage
from bioloom_lab.training.onnx.encoder_export import bert_of, state_arrays, tokenizer_of, write_file

LAYERS = 4
"""Layers of the encoder that the tagger keeps."""

WRITTEN_TIMES = 3
"""How often a question for several things is learnt from in an epoch whose parts somebody wrote down."""

FOR_ONE_THING = 8000
"""Most questions for one thing that are learnt from."""

SCHEDULE = TrainingSchedule(
    epochs=4, rate=1e-4, new_rate=1e-3, pieces=1024, still=True, short=True, average=0.99, attend_all=True
)

_MOST = 3


@dataclass(frozen=True, slots=True)
class PartedQuestion:
    """A question and its parts in its own words; one part where it asks for one thing."""

    question: str
    parts: tuple[str, ...]

    @property
    def several(self) -> bool:
        """Whether it asks for more than one thing."""
        return len(self.parts) > 1


@dataclass(frozen=True, slots=True)
class PartScores:
    """How many questions for several things, and for one, there are, and how many of each were split: by the
    rules, and by rules and network together."""

    several: int
    one: int
    several_by_rules: int
    one_by_rules: int
    several_split: int
    one_split: int


def read_parted(path: Path) -> tuple[PartedQuestion, ...]:
    """Read questions with their parts (JSON lines: question, parts); SourceError names file and line."""
    return read_gold(path, _parted, "questions")


def _parted(line: str, file: str, number: int) -> PartedQuestion:
    try:
        record = json.loads(line)
        return PartedQuestion(str(record["question"]), tuple(map(str, record["parts"])))
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        message = f"expected {{question, parts: [texts]}}: {row_fault(error)}"
        raise SourceError(message, file, number) from error


def parted_by_rules(questions: Iterable[GoldQuestion]) -> Iterator[PartedQuestion]:
    """Give questions with the parts that the rules find, where these are as many as are asked for."""
    for each in questions:
        asked = len(each.parts) or int(each.quoted is not None)
        if not asked:
            continue
        found = [(own, elided) for own, _, elided in split_question(split_introduction(each.question)[1])]
        if len(found) == asked:
            yield PartedQuestion(each.question, tuple(f"{own} {elided}".strip() for own, elided in found))


def gather_questions(
    parted: Sequence[PartedQuestion], further: Iterable[GoldQuestion], *, seed: int
) -> list[PartedQuestion]:
    """Gather what is learnt from: questions whose parts somebody wrote down, those for several things three
    times; of `further` ones those for several things that the rules split, and some for one thing."""
    known = {each.question for each in parted}
    added = [each for each in parted_by_rules(further) if each.question not in known]
    one = [each for each in added if not each.several]
    drawn = random.Random(seed).sample(one, min(len(one), FOR_ONE_THING))
    written = [each for each in parted for _ in range(WRITTEN_TIMES if each.several else 1)]
    return [*written, *(each for each in added if each.several), *drawn]


def part_kinds(question: str, parts: Sequence[str]) -> list[str]:
    """Give the kind of each word of a question by the parts that it is of; empty where it is of all.

    >>> part_kinds("Lysis time, and speed of the spin?", ["Lysis time", "speed of the spin"])[:4]
    ['first', 'first', 'neither', 'neither']
    """
    words = _words(question)
    if len(parts) < 2:
        return [""] * len(words)
    used = [_places(words, _words(part)) for part in parts[:_MOST]]
    kinds = []
    for at in range(len(words)):
        of = [kind for kind, places in zip(KINDS, used, strict=False) if at in places]
        kinds.append(NEITHER if not of else "" if len(of) > 1 else of[0])
    return kinds


def _words(text: str) -> list[str]:
    return [text[start:end].casefold() for start, end in word_spans(text)]


def _places(words: Sequence[str], part: Sequence[str]) -> frozenset[int]:
    """Find the places of a part's words in its question, the longest runs first."""
    left: list[str | None] = list(words)
    own: list[str | object] = list(part)
    places: set[int] = set()
    while True:
        found = SequenceMatcher(None, left, own, autojunk=False).find_longest_match()
        if not found.size:
            return frozenset(places)
        for at in range(found.size):
            places.add(found.a + at)
            left[found.a + at] = None
            own[found.b + at] = object()


def part_lines(questions: Sequence[PartedQuestion], reader: WordReader) -> GoldDocuments:
    """Lay out questions as lines whose words are tagged by their kinds."""
    lines: list[GoldLine] = []
    for each in questions:
        words = reader.read(each.question)
        if not 1 < len(words.ids) <= LONGEST:
            continue
        spans = []
        for kind, run in groupby(enumerate(part_kinds(each.question, each.parts)), key=lambda pair: pair[1]):
            places = [at for at, _ in run]
            if kind:
                spans.append(Span(0, places[0], places[-1], KINDS.index(kind), 1.0))
        lines.append(GoldLine(TokenLine(len(lines), words), tuple(spans), ()))
    documents = tuple((line,) for line in lines)
    return GoldDocuments("questions", KINDS, (), documents, (0, 0), tuple(lines))


def train_parts(
    parted: Sequence[PartedQuestion],
    output: Path,
    *,
    base: str = PACKAGED,
    layers: int = LAYERS,
    schedule: TrainingSchedule = SCHEDULE,
    seed: int = 0,
    on_progress: OnStage | None = None,
) -> Path:
    """Train a part tagger with the first `layers` of an encoder; gives the folder, which needs no torch."""
    torch = optional("torch", "Training a part tagger", extra="lab")
    network = open_model(base)
    bert = bert_of(network)[0]
    bert.encoder.layer = bert.encoder.layer[:layers]
    tokenizer = tokenizer_of(network)
    gold = part_lines(parted, WordReader(open_tokenizer(tokenizer, Path(TOKENIZER))))
    marks = marks_of(tokenizer, base)
    torch.manual_seed(seed)
    tagger = TaggerNetwork(bert, len(KINDS))
    learn(
        tagger.module,
        lambda batch, spans, _: tagger.loss(batch, spans),
        gold,
        marks,
        schedule,
        window=LONGEST + 2,
        seed=seed,
        on_progress=by_stage(on_progress)("parts"),
    )
    arrays = state_arrays(tagger.module.state_dict())
    shape = replace(shape_of(network, LONGEST + 2), layers=layers)
    settings = TaggerSettings(types=KINDS, dimension=shape.dimension, max_tokens=shape.max_tokens)
    tags = {name: arrays[key] for name, key in TAGGER_PARTS.items()}
    folder = output / PARTS
    write_network(folder, arrays, shape, ("shapes",), tags, sample=sample_of(gold, marks, LONGEST + 2))
    write_file(folder / SETTINGS, (settings.model_dump_json(indent=2) + "\n").encode())
    write_file(output / TOKENIZER, tokenizer)
    return folder


def score_parts(questions: Iterable[GoldQuestion], tagger: PartTagger) -> PartScores:
    """Count which questions are split, of those whose parts are known."""
    counts = Counter[tuple[str, bool]]()
    for each in questions:
        if not each.parts:
            continue
        several = len(each.parts) > 1
        by_rules = len(list(split_question(split_introduction(each.question)[1]))) > 1
        counts["asked", several] += 1
        counts["rules", several] += by_rules
        counts["split", several] += len(parse_patterns(each.question, tagger)) > 1
    return PartScores(
        *(counts[what, several] for what in ("asked", "rules", "split") for several in (True, False))
    )

"""An extractor of a few rules, for tests: `Add 5 ml water` is an action, an amount and a reagent."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bioloom.errors import ModelUnavailable
from bioloom.records import AnnotatedDocument, Mention, Relation, Sentence

VERBS = frozenset(
    [
        "add",
        "boil",
        "centrifuge",
        "discard",
        "dissolve",
        "heat",
        "incubate",
        "mix",
        "pipette",
        "place",
        "remove",
        "resuspend",
        "spin",
        "store",
        "transfer",
        "vortex",
        "wash",
    ]
)
UNITS = {
    "Amount": "μl|µl|ul|ml|l|mg|g|μg|µg|ng",
    "Time": "seconds?|s|minutes?|min|hours?|h|days?",
    "Temperature": "°C|℃",
}
_BEGIN = re.compile(r"\s*(?:(?:\d+[.)]|[-*•])\s+)?([^\W\d_]+)")
_VALUES = re.compile(
    r"(?<![\w.])\d+(?:\.\d+)?\s*(?:"
    + "|".join(f"(?P<{kind}>{units})" for kind, units in UNITS.items())
    + r")(?!\w)"
)
_NOUN = re.compile(
    r"(?:\s*(?:of|the|a|an)\b)*\s*((?!(?:to|at|for|with|in|and|on|of)\b)[^\W\d_][\w-]*(?:\s+(?:buffer|water|acid))?)"
)


@dataclass
class ToyExtractor:
    """Reads verbs at the beginning of sentences, numbers with units, and the noun after the verb.

    `asked` remembers the ids of the documents of each call, so that a test sees the batches.
    """

    name: str = "toy:rules@1"
    scheme: str = "wlp"
    confidence: float = 0.75
    asked: list[tuple[str, ...]] = field(default_factory=list)

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        self.asked.append(tuple(document.document.id for document in documents))
        return [document if document.mentions else self._annotate(document) for document in documents]

    def _annotate(self, document: AnnotatedDocument) -> AnnotatedDocument:
        mentions: list[Mention] = []
        relations: list[Relation] = []
        for sentence in document.sentences:
            self._read(document, sentence, mentions, relations)
        return replace(
            document,
            mentions=tuple(mentions),
            relations=tuple(relations),
            scheme=self.scheme,
            agent_type="text_mining_agent",
            extractor=self.name,
        )

    def _read(
        self,
        document: AnnotatedDocument,
        sentence: Sentence,
        mentions: list[Mention],
        relations: list[Relation],
    ) -> None:
        def note(start: int, end: int, kind: str) -> Mention:
            name = f"{document.document.id}#t{len(mentions) + 1}"
            place = sentence.start + start, sentence.start + end
            mention = Mention(
                name, sentence.id, sentence.text[start:end], *place, kind, confidence=self.confidence
            )
            mentions.append(mention)
            return mention

        def link(subject: Mention, predicate: str, object_: Mention) -> None:
            place = document.document.place
            relations.append(Relation(subject.id, predicate, object_.id, place, confidence=self.confidence))

        begin = _BEGIN.match(sentence.text)
        if begin is None or begin[1].lower() not in VERBS:
            return
        action = note(*begin.span(1), "Action")
        values = [
            (note(*found.span(), str(found.lastgroup)), found.end())
            for found in _VALUES.finditer(sentence.text)
        ]
        amounts = [(value, end) for value, end in values if value.native_type == "Amount"]
        noun = _NOUN.match(sentence.text, amounts[0][1] if amounts else begin.end(1))
        if noun is not None:
            reagent = note(*noun.span(1), "Reagent")
            link(action, "Acts-on", reagent)
            for amount, _ in amounts[:1]:
                link(reagent, "Measure", amount)
        for value, _ in values:
            if value.native_type != "Amount":
                link(action, "Setting", value)


@dataclass
class FailingExtractor:
    """A model that stops answering after some documents."""

    after: int
    name: str = "toy:rules@1"
    scheme: str = "wlp"
    toy: ToyExtractor = field(default_factory=ToyExtractor)

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        if sum(map(len, self.toy.asked)) >= self.after:
            raise ModelUnavailable("the model does not answer")
        return self.toy.extract(documents)


@dataclass
class DyingExtractor:
    """A model of a worker process, which is killed once, over the batch that holds one document.

    Each batch that was begun is a line of a file below `log`, one file a process.
    """

    log: Path
    fatal: str = ""
    name: str = "toy:rules@1"
    scheme: str = "wlp"

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        ids = [document.document.id for document in documents]
        with (self.log / f"{os.getpid()}.txt").open("a") as lines:
            lines.write(" ".join(ids) + "\n")
        grave = self.log / "killed"
        if self.fatal in ids and not grave.exists():
            grave.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return ToyExtractor().extract(documents)

"""Context of WLP spans for the mapping rules: words, the word before, the action it belongs to."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from bioloom.records import AnnotatedDocument, Mention, Relation
from bioloom.standardization.lexicon import word_list

WORDS = "wlp/words.tsv"
VALUES = word_list(WORDS, "value")
_WINDOW = 160
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d\S*|[^\w\s]")


def squeeze(text: str) -> str:
    """Lower the case of a small word and single its spaces."""
    return " ".join(text.lower().replace("’", "'").split())


def says(text: str, name: str) -> bool:
    """Say whether a span is one of the small words of a list of ontology/wlp/words.tsv."""
    return squeeze(text) in word_list(WORDS, name)


@dataclass(frozen=True)
class Context:
    """A document with the look-ups that the rules need; WLP types are those of `mentions`."""

    document: AnnotatedDocument
    mentions: Mapping[str, Mention]
    objects: Mapping[str, str]
    verbs: Mapping[str, str]
    counted: frozenset[str]
    used: frozenset[str]
    measures: frozenset[str]
    parts: frozenset[str]
    sentence_starts: Mapping[str, int]
    spans: tuple[Mention, ...]
    starts: tuple[int, ...]

    def before(self, mention: Mention) -> tuple[str, str]:
        """Give the word before a span and the one or two words up to it, determiners and values left out.

        In "onto a new tube" the word before "tube" is "onto"; empty if a sign or another thing stands there.
        """
        start = max(self.sentence_starts.get(mention.sentence_id, 0), mention.start - _WINDOW)
        words = list(_WORD.finditer(self.document.document.text, start, mention.start))
        determiners = word_list(WORDS, "determiner")
        while words:
            word = words[-1]
            text = word.group().lower()
            covering = self._covering(word.start())
            if covering is not None and covering.native_type not in VALUES | {"Modifier"}:
                break
            of_value = text == "of" and self._follows_value(word.start())
            if covering is not None and covering.native_type == "Modifier" and _steers(text):
                pass
            elif (
                covering is not None
                or text in determiners
                or text.endswith("ly")
                or text[0].isdigit()
                or of_value
            ):
                words.pop()
                continue
            if not text[0].isalpha():
                break
            pair = words[-2].group().lower() + " " + text if len(words) > 1 else text
            return text, pair
        return "", ""

    def _covering(self, position: int) -> Mention | None:
        at = bisect_right(self.starts, position) - 1
        if at >= 0 and self.spans[at].start <= position < self.spans[at].end:
            return self.spans[at]
        return None

    def _follows_value(self, position: int) -> bool:
        covering = self._covering(max(0, position - 2))
        return covering is not None and covering.native_type in VALUES


def _steers(text: str) -> bool:
    """Say whether a modifier is itself a preposition or `per`."""
    return any(text in word_list(WORDS, name) for name in ("to", "from")) or text == "per"


def gather(
    document: AnnotatedDocument, mentions: Mapping[str, Mention], relations: list[Relation]
) -> Context:
    """Index a document for the rules; the first action of a thing and the first object of an action count."""
    objects: dict[str, str] = {}
    verbs: dict[str, str] = {}
    for relation in relations:
        if relation.predicate == "Acts-on":
            objects.setdefault(relation.subject, relation.object)
        if relation.predicate in ("Acts-on", "Site", "Using"):
            verbs.setdefault(relation.object, relation.subject)
    spans = tuple(sorted(mentions.values(), key=lambda mention: (mention.start, mention.end)))
    return Context(
        document=document,
        mentions=mentions,
        objects=objects,
        verbs=verbs,
        counted=frozenset(relation.object for relation in relations if relation.predicate == "Count"),
        used=frozenset(relation.object for relation in relations if relation.predicate == "Using"),
        measures=frozenset(relation.object for relation in relations if relation.predicate == "Measure"),
        parts=frozenset(relation.subject for relation in relations if relation.predicate == "Meronym"),
        sentence_starts={sentence.id: sentence.start for sentence in document.sentences},
        spans=spans,
        starts=tuple(mention.start for mention in spans),
    )

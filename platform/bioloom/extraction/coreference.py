"""Coreference: what `it`, `the mixture` and `the supernatant` denote, within and across sentences.

A pronoun that is the object of an action stands for what the action before acted on, if nothing else can be
meant. Where the pronoun is annotated, the two are `equal` (the same thing); where it is not, since pronouns
are no entities of the BioPIE scheme, its antecedent `is_object_of` the action. A noun for what a step leaves
behind is `equal` to the same noun since that step, and else `based_on` (depends on) the action that made it,
unless an action since then ended it: another liquid, a wash, a separation (`ontology/protocol/results.tsv`).
The confidences are shares found right (docs/wlp.md).
"""

import re
from collections import defaultdict

from bioloom.extraction.denied_verbs import is_denied
from bioloom.extraction.step_lexicon import THINGS, Result, results
from bioloom.extraction.step_references import BASED_ON
from bioloom.extraction.step_verbs import sentences_with_steps
from bioloom.names import normalise
from bioloom.pattern_table import PatternTable
from bioloom.records import AnnotatedDocument, Mention, Relation

EQUAL = "equal"
IS_OBJECT_OF = "is_object_of"
IT_WITHIN = 0.97
IT_BETWEEN = 0.9
RESULT_AGAIN = 0.9
RESULT_OF_STEP = 0.95
MIXTURE_OF_STEP = 0.85
_THINGS = THINGS | {"device", "part"}
_ACTIONS = frozenset({"verb", "process", "method"})
_NAMED_ACTION = re.compile(r"(?:ing|ation|spin)\b", re.IGNORECASE)
_PATTERNS = PatternTable.read("protocol/coreference.tsv")
_DENYING = _PATTERNS.compile("denying")
_PRONOUN = _PATTERNS.compile("pronoun")
_DETERMINER = _PATTERNS.compile("determiner")
_NEW = re.compile(r"(?:^|\W)(?:a|an|one|two|another|each|no|of|as|into|for)\s+(?:\w+\s+)?$", re.I)
_RESTRICTED = re.compile(r"\s+(?:with|without|containing|of|from)\s+the\b", re.I)
_OF_A_SOURCE = frozenset({"from", "use_device", "apply_material"})
_SENTENCES_BACK = 1
_STEPS_BACK = 8
_SENTENCES_TO_MIXTURE = 4


def resolve_pronouns(document: AnnotatedDocument) -> tuple[Relation, ...]:
    """Derive what pronouns and nouns for results stand for in a protocol; what is annotated already stays."""
    if document.document.kind != "protocol":
        return ()
    return _PronounResolver(document).resolve()


class _PronounResolver:
    """Resolves the pronouns and results of one protocol."""

    def __init__(self, document: AnnotatedDocument) -> None:
        self.document = document
        self.text = document.document.text
        self.indices = {sentence.id: sentence.index for sentence in document.sentences}
        self.mentions = {mention.id: mention for mention in document.mentions}
        mentions = sorted(document.mentions, key=lambda each: (each.start, each.end, each.id))
        self.things = [each for each in mentions if each.native_type in _THINGS]
        self.verbs = [each for each in mentions if each.native_type == "verb"]
        steps = {verb.id for _, _, verbs in sentences_with_steps(document) for verb in verbs}
        self.makers = [
            each
            for each in mentions
            if each.id in steps or (each.native_type in _ACTIONS and self._is_named_action(each))
        ]
        self.making = {each.id for each in self.makers}
        self.changes = [
            each
            for each in mentions
            if each.id in self.making or (each.native_type == "verb" and not self._is_denied(each))
        ]
        self.objects: dict[str, list[str]] = defaultdict(list)
        self.actions: dict[str, list[str]] = defaultdict(list)
        for relation in document.relations:
            if relation.predicate == IS_OBJECT_OF and relation.subject in self.mentions:
                self.objects[relation.object].append(relation.subject)
                self.actions[relation.subject].append(relation.object)
        self.sources = {
            relation.object for relation in document.relations if relation.predicate in _OF_A_SOURCE
        }
        self.relations: dict[tuple[str, str, str], Relation] = {}

    def resolve(self) -> tuple[Relation, ...]:
        for verb in self.verbs:
            self._pronoun(verb)
        for thing in self.things:
            self._result(thing)
        stated = {frozenset((relation.subject, relation.object)) for relation in self.document.relations}
        return tuple(
            relation
            for relation in self.relations.values()
            if frozenset((relation.subject, relation.object)) not in stated
        )

    def _pronoun(self, verb: Mention) -> None:
        """Resolve the pronoun right after a verb that has no other object."""
        found = _PRONOUN.match(self.text, verb.end)
        if found is None or found.start("word") >= self._end(verb):
            return
        mention = next((m for m in self.document.mentions if m.start == found.start("word")), None)
        objects = [thing for thing in self.objects[verb.id] if mention is None or thing != mention.id]
        if objects:
            return
        antecedent = self._antecedent(verb, found["word"].casefold(), mention)
        if antecedent is None:
            return
        confidence = IT_WITHIN if antecedent.sentence_id == verb.sentence_id else IT_BETWEEN
        if mention is None:
            self._add(antecedent, IS_OBJECT_OF, verb, confidence, negated=self._is_denied(verb))
        else:
            self._add(mention, EQUAL, antecedent, confidence)

    def _antecedent(self, verb: Mention, word: str, pronoun: Mention | None) -> Mention | None:
        """Find what the action before acted on; None where something else could be meant."""
        here = self.indices.get(verb.sentence_id, 0)
        earlier = [other for other in self.verbs if other.start < verb.start and self.objects[other.id]]
        if not earlier or here - self.indices.get(earlier[-1].sentence_id, 0) > _SENTENCES_BACK:
            return None
        action = earlier[-1]
        begin = self._start(action)
        rivals = [
            thing
            for thing in self.things
            if begin <= thing.start < verb.start
            and (pronoun is None or thing.id != pronoun.id)
            and (word not in ("them", "these") or _is_plural(thing.text))
            and thing.id not in self.sources
        ]
        acted_on = [thing for thing in rivals if thing.id in self.objects[action.id]]
        names = {normalise(thing.text) for thing in rivals}
        return acted_on[-1] if acted_on and len(names) == 1 else None

    def _result(self, thing: Mention) -> None:
        """Resolve a noun for what a step leaves behind."""
        noun = _noun(thing.text)
        if noun is None:
            return
        before = self.text[max(self._start(thing), thing.start - 30) : thing.start]
        named = re.match(r"(?:the|this|these|that)\s", thing.text, re.IGNORECASE)
        if not named and (results()[noun].generic or _NEW.search(before)) and not _DETERMINER.search(before):
            return
        maker = self._maker(thing, results()[noun])
        if maker is None or self._is_ended(maker, thing, results()[noun]):
            return
        again = [
            other
            for other in self.things
            if maker.end <= other.start
            and other.end <= thing.start
            and _noun(other.text) == noun
            and other.id not in self.objects[maker.id]  # "spin the supernatant, discard the supernatant"
        ]
        if again and results()[noun].generic and _RESTRICTED.match(self.text, thing.end):
            return
        if again:
            self._add(thing, EQUAL, again[-1], RESULT_AGAIN)
        else:
            self._add(thing, BASED_ON, maker, MIXTURE_OF_STEP if results()[noun].generic else RESULT_OF_STEP)

    def _maker(self, thing: Mention, result: Result) -> Mention | None:
        """Find the last action before a thing that makes such a thing, and that is not done to it."""
        acting = set(self.actions[thing.id])
        before = [action for action in self.makers if action.end <= thing.start][-_STEPS_BACK:]
        for action in reversed(before):
            if action.id in acting or self.text[action.end : thing.start].strip().lower() in ("", "the"):
                continue
            if result.generic and self._apart(action, thing) > _SENTENCES_TO_MIXTURE:
                return None
            if any(word.startswith(result.made_by) for word in action.text.lower().split()):
                return action
        return None

    def _is_ended(self, maker: Mention, thing: Mention, result: Result) -> bool:
        """Say whether an action between a result's maker and its noun left something else behind.

        The goal of the maker itself (`centrifuge to pellet the nuclei`) does not count, nor any separation
        that is no step of its own.
        """
        acting = {*self.actions[thing.id], self._governor(thing)}
        return any(
            maker.end <= action.start
            and action.end <= thing.start
            and action.id not in acting
            and not (action.sentence_id == maker.sentence_id and self._is_goal(action))
            and any(
                word.startswith(result.ended_by)
                and (action.id in self.making or not word.startswith(result.made_by))
                for word in action.text.lower().split()
            )
            for action in self.changes
        )

    def _is_goal(self, action: Mention) -> bool:
        return re.search(r"\bto\s+$", self.text[max(0, action.start - 10) : action.start], re.I) is not None

    def _governor(self, thing: Mention) -> str | None:
        """Name the verb that a thing stands behind in its clause: the `add` of `add dye to the pellet`."""
        before = [verb for verb in self.verbs if verb.end <= thing.start]
        if not before or before[-1].sentence_id != thing.sentence_id:
            return None
        return None if re.search(r"[,;:.]\s", self.text[before[-1].end : thing.start]) else before[-1].id

    def _is_named_action(self, mention: Mention) -> bool:
        """Say whether words name an action that is done: `by centrifugation`, but not `avoid vortexing`."""
        before = self.text[max(0, mention.start - 20) : mention.start]
        return _NAMED_ACTION.search(mention.text) is not None and _DENYING.search(before) is None

    def _apart(self, first: Mention, second: Mention) -> int:
        return self.indices.get(second.sentence_id, 0) - self.indices.get(first.sentence_id, 0)

    def _start(self, mention: Mention) -> int:
        index = self.indices.get(mention.sentence_id)
        return 0 if index is None else self.document.sentences[index].start

    def _end(self, mention: Mention) -> int:
        index = self.indices.get(mention.sentence_id)
        return len(self.text) if index is None else self.document.sentences[index].end

    def _is_denied(self, verb: Mention) -> bool:
        return is_denied(verb.text, self.text[self._start(verb) : verb.start])

    def _add(
        self, subject: Mention, predicate: str, object_: Mention, confidence: float, *, negated: bool = False
    ) -> None:
        key = (subject.id, predicate, object_.id)
        place = self.document.document.place
        self.relations[key] = Relation(*key, place, negated, derived=True, confidence=confidence)


def _is_plural(text: str) -> bool:
    words = text.split()
    return bool(words) and words[-1].lower().endswith("s") and not words[-1].lower().endswith("ss")


def _noun(text: str) -> str | None:
    """Give the noun for a result that a name ends with; a general one only where it is the whole name.

    >>> _noun("cell pellet"), _noun("the mixture"), _noun("staining solution")
    ('pellet', 'mixture', None)
    """
    name = re.sub(r"^(?:the|this|these|that)\s+", "", " ".join(text.casefold().split()))
    for noun, result in results().items():
        if name == noun or (not result.generic and name.endswith(f" {noun}")):
            return noun
    return None

"""Step references, resolved: `the product of step 2`, `repeat steps 3-5`, `as in step 1`.

Each gives derived relations of the BioPIE scheme. `based_on` (the head depends on the tail) goes from the
verb, or the thing (`the mixture from step 8`), to a verb of the step that is named: its last one for what was
made there, its first for what is done again or alike. `next_step` goes from `go to` to a later step.
`repetitions` joins a step that is repeated with how often. A backward `next_step` is never made: it would
state that a later step comes earlier.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bioloom.extraction.reference_patterns import StepReference, find_again, find_references
from bioloom.extraction.stemming import stem
from bioloom.extraction.step_lexicon import THINGS
from bioloom.extraction.step_numbering import NumberedStep, number_steps
from bioloom.extraction.step_order import NEXT_STEP
from bioloom.extraction.step_verbs import sentences_with_steps
from bioloom.records import AnnotatedDocument, Mention, Place, Relation, Sentence

BASED_ON = "based_on"
REPETITIONS = "repetitions"
BY_PRINTED_NUMBER = 0.95
BY_PROVED_COUNT = 0.95
BY_COUNT = 0.5
BY_PREVIOUS = 0.9
BY_SAME_ACTION = 0.9
_LONGEST_RANGE = 40
_THINGS = THINGS | {"data", "number"}
_TIMES = frozenset({"times", "number"})
_LATEST_VERB = 12
_PARTICIPLE = re.compile(r"\w+ed\s*$")


@dataclass(frozen=True, slots=True)
class UnresolvedReference:
    """Unresolved reference to a step: where it stands, and why it is not resolved."""

    text: str
    place: Place
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text} ({self.reason})"


def resolve_references(
    document: AnnotatedDocument,
) -> tuple[tuple[Relation, ...], tuple[UnresolvedReference, ...]]:
    """Derive relations from the references to steps in a protocol; with those that could not be resolved.

    References without an annotated verb or thing to hang on are among the latter. Other documents have none.
    """
    if document.document.kind != "protocol":
        return (), ()
    return _StepReferenceResolver(document).resolve()


class _StepReferenceResolver:
    """Resolves the references of one protocol."""

    def __init__(self, document: AnnotatedDocument) -> None:
        self.document = document
        self.steps = number_steps(document)
        self.sentences = {sentence.id: sentence for sentence in document.sentences}
        self.mentions: dict[str, list[Mention]] = {sentence.id: [] for sentence in document.sentences}
        for mention in sorted(document.mentions, key=lambda mention: (mention.start, -mention.end)):
            self.mentions.setdefault(mention.sentence_id, []).append(mention)
        self.verbs: Mapping[str, tuple[Mention, ...]] = {
            sentence.id: verbs for sentence, _, verbs in sentences_with_steps(document)
        }
        self.objects = _objects(document)
        self.plain = self._is_plain()
        self.proved = self._proved()
        self.relations: dict[tuple[str, str, str], Relation] = {}
        self.unresolved: list[UnresolvedReference] = []

    def resolve(self) -> tuple[tuple[Relation, ...], tuple[UnresolvedReference, ...]]:
        for sentence in self.document.sentences:
            self._again(sentence)
            for reference in find_references(sentence.text):
                reason = self._resolve(sentence, reference)
                if reason:
                    self.unresolved.append(
                        UnresolvedReference(reference.text, self._place(sentence, reference), reason)
                    )
        stated = {(relation.subject, relation.object) for relation in self.document.relations}
        kept = (
            relation
            for relation in self.relations.values()
            if not {(relation.subject, relation.object), (relation.object, relation.subject)} & stated
        )
        return tuple(kept), tuple(self.unresolved)

    def _resolve(self, sentence: Sentence, reference: StepReference) -> str:
        """Add the relations of one reference; say why there are none."""
        if reference.elsewhere:
            return "step of another text"
        if not reference.cue:
            return "no word says how the step is meant"
        here = self.steps.position(sentence.id)
        if here is None:
            return "outside of the steps"
        found = self._steps(reference, here)
        if isinstance(found, str):
            return found
        head = self._head(sentence, reference)
        if head is None:
            return "no annotated verb or thing refers"
        targets = [step for step in found if step != self.steps.steps[here]]
        verbs = [verb for step in targets if (verb := self._verb(step, reference)) is not None]
        if not verbs:
            return "no annotated verb in the step"
        confidence = self._confidence(reference, targets, head)
        if confidence is None:
            return "the text has no numbers, and counting its lines is not certain"
        later = [step for step in targets if self.steps.steps.index(step) > here]
        if reference.cue == "jump" and later:
            self._add(head, NEXT_STEP, verbs[0], confidence)
            return ""
        if later:
            return "the step comes later"
        for verb in verbs:
            self._add(head, BASED_ON, verb, confidence)
            times = self._times(sentence, reference)
            if reference.cue == "repeat" and times is not None:
                self._add(verb, REPETITIONS, times, confidence)
        return ""

    def _steps(self, reference: StepReference, here: int) -> Sequence[NumberedStep] | str:
        """Find the steps that a reference names; a text says why there are none."""
        if not reference.labels and not reference.ranges:
            return self.steps.steps[here - 1 : here] if here else "there is no step before"
        steps = self.steps.steps
        if reference.section:
            pool = [step for step in steps if step.heading.casefold().startswith(reference.section)]
            if not pool:
                return f"no heading {reference.section}"
        else:
            pool = [step for step in steps if step.section == steps[here].section]
        found: list[NumberedStep] = []
        for label in reference.labels:
            step = _only(label, pool) or (None if reference.section else _only(label, steps))
            if step is None:
                return f"no step {label}"
            found.append(step)
        for first, last in reference.ranges:
            begin, end = _only(first, pool), _only(last, pool)
            if begin is None or end is None:
                return f"no step {first if begin is None else last}"
            span = steps[steps.index(begin) : steps.index(end) + 1]
            if not 0 < len(span) <= _LONGEST_RANGE:
                return "no range"
            found.extend(span)
        return found

    def _head(self, sentence: Sentence, reference: StepReference) -> Mention | None:
        """Find what refers: the thing right before `from step 8`, or else the verb that governs the words."""
        cue = sentence.start + reference.cue_start
        text = self.document.document.text
        verbs = self._actions(sentence)
        if reference.cue == "made":
            for mention in self.mentions[sentence.id]:
                beside = mention.end <= cue and not text[mention.end : cue].strip(" (,[")
                if mention.native_type in _THINGS and beside:
                    return mention
        if reference.cue in ("repeat", "jump"):
            return next((verb for verb in verbs if verb.start <= cue + 1 <= verb.end), None)
        if not reference.labels and not reference.ranges and reference.cue == "made":
            return None
        before = [verb for verb in verbs if verb.start <= cue]
        after = [verb for verb in verbs if verb.start >= sentence.start + reference.end]
        return before[-1] if before else next(iter(after if reference.cue == "made" else []), None)

    def _actions(self, sentence: Sentence) -> list[Mention]:
        return [each for each in self.mentions[sentence.id] if each.native_type in ("verb", "process")]

    def _verb(self, step: NumberedStep, reference: StepReference) -> Mention | None:
        verbs = [verb for sentence_id in step.sentences for verb in self.verbs.get(sentence_id, ())]
        if not verbs:
            return None
        return verbs[-1] if reference.cue == "made" else verbs[0]

    def _times(self, sentence: Sentence, reference: StepReference) -> Mention | None:
        """Find the only number of times that stands after the reference in its sentence."""
        after = [
            mention
            for mention in self.mentions[sentence.id]
            if mention.native_type in _TIMES
            and mention.start >= sentence.start + reference.end
            and re.search(r"\b(?:once|twice|thrice|times?)\b|[0-9]\s*[x×]", mention.text, re.IGNORECASE)
        ]
        return after[0] if len(after) == 1 else None

    def _confidence(
        self, reference: StepReference, targets: Sequence[NumberedStep], head: Mention
    ) -> float | None:
        """Say how sure a reference is; None where a number that was counted cannot be trusted.

        Texts lose their numbers and are cut into more lines than they had steps. `Repeat steps 19-20` in line
        21 proves the count up to 20, `centrifuge as in step 2` where step 2 is a centrifugation; a text of
        nothing but single imperative sentences may be counted as it stands, with less confidence.
        """
        if not reference.labels and not reference.ranges:
            return BY_PREVIOUS
        if self.steps.printed:
            return BY_PRINTED_NUMBER
        if max(self.steps.steps.index(step) for step in targets) <= self.proved:
            return BY_PROVED_COUNT
        verb = self._verb(targets[0], reference)
        if len(targets) == 1 and verb is not None and stem(verb.text) == stem(head.text):
            return BY_PROVED_COUNT
        return BY_COUNT if self.plain else None

    def _proved(self) -> int:
        """Find the last step whose count is proved by a `repeat` right after it."""
        proved = -1
        for sentence in self.document.sentences:
            here = self.steps.position(sentence.id)
            for reference in find_references(sentence.text):
                if here and reference.cue == "repeat" and not reference.elsewhere:
                    found = self._steps(reference, here)
                    if not isinstance(found, str) and self.steps.steps.index(found[-1]) == here - 1:
                        proved = max(proved, here - 1)
        return proved

    def _is_plain(self) -> bool:
        """Say whether every step is one sentence that begins with its verb."""
        return bool(self.steps.steps) and all(
            len(step.sentences) == 1
            and any(
                verb.start - self.sentences[step.sentences[0]].start <= _LATEST_VERB
                for verb in self.verbs.get(step.sentences[0], ())
            )
            for step in self.steps.steps
        )

    def _again(self, sentence: Sentence) -> None:
        """Resolve `centrifuge as before` and `repeat the wash` to the last step with the same action.

        An action on something resolves only to one on the same thing.
        """
        own = self._actions(sentence)
        for start, end, noun in find_again(sentence.text):
            begin, stop = sentence.start + start, sentence.start + end
            if noun:
                head = next((verb for verb in own if verb.start <= begin < verb.end), None)
            else:
                head = next((verb for verb in reversed(own) if verb.end <= stop), None)
            if head is None or _PARTICIPLE.search(self.document.document.text[head.end : begin]):
                continue
            action = stem(noun or head.text.split()[-1])
            objects = self.objects.get(head.id, frozenset())
            earlier = [
                verb
                for verbs in self.verbs.values()
                for verb in verbs
                if verb.end <= sentence.start
                and stem(verb.text.split()[0]) == action
                and (noun or not objects or objects & self.objects.get(verb.id, frozenset()))
            ]
            if earlier:
                self._add(head, BASED_ON, max(earlier, key=lambda verb: verb.start), BY_SAME_ACTION)

    def _add(self, head: Mention, predicate: str, tail: Mention, confidence: float) -> None:
        if head.id != tail.id:
            key = (head.id, predicate, tail.id)
            place = self.document.document.place
            self.relations.setdefault(key, Relation(*key, place, derived=True, confidence=confidence))

    def _place(self, sentence: Sentence, reference: StepReference) -> Place:
        line = self.document.document.text.count("\n", 0, sentence.start + reference.start) + 1
        return Place(self.document.document.place.file, line)


def _only(label: str, steps: Sequence[NumberedStep]) -> NumberedStep | None:
    found = [step for step in steps if step.label == label]
    return found[0] if len(found) == 1 else None


def _objects(document: AnnotatedDocument) -> Mapping[str, frozenset[str]]:
    """Gather what every action acts on, each by the stem of its last word."""
    names = {mention.id: stem(words[-1]) for mention in document.mentions if (words := mention.text.split())}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for relation in document.relations:
        if relation.predicate == "is_object_of" and relation.subject in names:
            found[relation.object].add(names[relation.subject])
    return {action: frozenset(things) for action, things in found.items()}

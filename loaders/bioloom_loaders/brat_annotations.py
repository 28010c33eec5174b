"""BRAT standoff parser: the lines of an ``.ann`` file, checked against the text that they annotate.

Every non-empty line counts once, except that an E line counts once for each argument and a ``*`` line
of n members n - 1 times: as a mention or relation, as a Reject with its code, or as a Skip with its reason.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bioloom.records import AnnotatedDocument, Document, Reject, Skip
from bioloom_loaders.annotations import Linked, Marked, bare, with_list
from bioloom_loaders.documents import Span, sentences_of, trim
from bioloom_loaders.text_lines import TextLine

_SPAN = re.compile(r"(\S+) +([0-9]{1,15} [0-9]{1,15}(?:;[0-9]{1,15} [0-9]{1,15})*)\s*")
_LONGEST_WORD = 200  # of an id or a type: each is indexed
_NEGATIONS = {"negation", "negated", "neg"}
_NOTES = {"#": "NOTE", "N": "NORMALISATION", "A": "ATTRIBUTE", "M": "ATTRIBUTE"}


@dataclass(frozen=True, slots=True)
class Annotations:
    """Annotations of an ``.ann`` file; `text` is the text in the form that its offsets count in."""

    text: str
    spans: tuple[Marked, ...]
    links: tuple[Linked, ...]
    rejects: tuple[Reject, ...]
    skips: tuple[Skip, ...]
    discontinuous: tuple[str, ...]

    def annotate(
        self, document: Document | Reject, spans: Sequence[Span], scheme: str | None, unread: Sequence[Reject]
    ) -> AnnotatedDocument | Reject:
        """Annotate a document of these sentences: spans become mentions, links relations between them.

        `unread` are lines of the file that could not be decoded. A Reject for a document is passed on.
        """
        document = with_list(document, "discontinuous_mentions", self.discontinuous)
        if isinstance(document, Reject):
            return document
        sentences = sentences_of(document.id, self.text, spans)
        return AnnotatedDocument(
            document=document,
            sentences=sentences,
            mentions=tuple(span.mention(document, sentences) for span in self.spans),
            relations=tuple(link.relation(document) for link in self.links),
            scheme=scheme,
            agent_type="manual_agent" if scheme else "not_provided",
            rejects=(*unread, *self.rejects),
            skips=self.skips,
        )


def read_annotations(text: str, lines: Sequence[TextLine]) -> Annotations:
    """Read all lines of an ``.ann`` file against the text as it stands in its file."""
    best = _StandoffParser(text)
    best.parse(lines)
    for other in _other_forms(text):
        if best.mismatches:
            parser = _StandoffParser(other)
            parser.parse(lines)
            best = min(best, parser, key=lambda tried: tried.mismatches)
    return Annotations(
        best.text,
        tuple(best.spans.values()),
        tuple(best.links.values()),
        tuple(sorted(best.rejects, key=lambda reject: reject.place.line or 0)),
        tuple(sorted(best.skips, key=lambda skip: skip.place.line or 0)),
        tuple(best.discontinuous),
    )


def _other_forms(text: str) -> Iterator[str]:
    """Give the forms that tools count offsets in: without byte order mark, with plain line ends."""
    bare = text.removeprefix("\ufeff")
    for form in (bare, text.replace("\r\n", "\n"), bare.replace("\r\n", "\n")):
        if form != text:
            yield form


@dataclass
class _StandoffParser:
    """Parser of one file, in two passes, since a line may name one that stands below it."""

    text: str
    mismatches: int = 0
    spans: dict[str, Marked] = field(default_factory=dict)
    links: dict[tuple[str, str, str, bool], Linked] = field(default_factory=dict)
    triggers: dict[str, str] = field(default_factory=dict)
    negated: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)
    rejects: list[Reject] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)
    discontinuous: list[str] = field(default_factory=list)

    def parse(self, lines: Sequence[TextLine]) -> None:
        linking: list[tuple[TextLine, str, list[str]]] = []
        for line in lines:
            name, _, body = line.text.partition("\t")
            kind = name[:1]
            if kind in _NOTES:
                self._note(line, kind, body)
            elif kind not in {"T", "E", "R", "*"} or not body.strip():
                self._reject("BAD_LINE", "this is no line of BRAT standoff", line)
            elif len(name) > _LONGEST_WORD or len(body.split(None, 1)[0]) > _LONGEST_WORD:
                self._reject("TOO_LARGE", f"an id or a type has more than {_LONGEST_WORD} characters", line)
            elif "\0" in name or "\0" in body.split(None, 1)[0]:
                self._reject("BAD_LINE", "an id or a type holds a NUL character", line)
            elif kind != "*" and name in self.ids:
                self._reject("DUPLICATE_ID", f"{name} stands in the file already", line)
            else:
                self.ids.add(name)
                if kind == "T":
                    self._span(line, name, body)
                else:
                    words = body.split()
                    if kind == "E" and words:
                        self.triggers[name] = words[0].rpartition(":")[2]
                    linking.append((line, name, words))
        for line, name, words in linking:
            {"E": self._event, "R": self._relation, "*": self._equivalence}[name[0]](line, name, words)

    def _span(self, line: TextLine, name: str, body: str) -> None:
        where, _, surface = body.partition("\t")
        match = _SPAN.fullmatch(where)
        if match is None:
            self._reject("BAD_LINE", "a T line needs a type and the offsets of its span", line)
            return
        pieces = [(int(start), int(end)) for start, end in (piece.split() for piece in match[2].split(";"))]
        fits = all(start < end <= len(self.text) for start, end in pieces)
        whole = trim(self.text, min(pieces)[0], max(end for _, end in pieces)) if fits else (0, 0)
        if whole[0] >= whole[1]:
            self.mismatches += 1
            self._reject(
                "BAD_OFFSETS", f"{match[2]} is no span of the text ({len(self.text)} characters)", line
            )
            return
        found = " ".join(self.text[start:end] for start, end in pieces)
        if surface and bare(found) != bare(surface):
            self.mismatches += 1
            message = f"the text at {match[2]} is {found[:80]!r}, not {surface[:80]!r}"
            self._reject("OFFSET_MISMATCH", message, line)
            return
        covered = self.text[slice(*whole)]
        if len(pieces) > 1 and bare(covered) != bare(found):
            if "\n" in covered or "\r" in covered:
                self._reject("DISCONTINUOUS_SPAN", "the pieces of the span stand in several lines", line)
                return
            self.discontinuous.append(name)
        self.spans[name] = Marked(name, *whole, match[1])

    def _event(self, line: TextLine, name: str, words: list[str]) -> None:
        trigger = self.triggers[name]
        if any(":" not in word for word in words):
            self._reject("BAD_LINE", "an E line needs Role:id pairs", line)
        elif trigger not in self.spans:
            self._reject("DANGLING_ARGUMENT", f"its trigger {trigger} {self._absence(trigger)}", line)
        elif len(words) == 1:
            self.skips.append(Skip("EVENT_WITHOUT_ARGUMENT", line.place))
        else:
            for word in words[1:]:
                role, _, target = word.partition(":")
                self._link(line, name, trigger, re.sub(r"[0-9]+$", "", role) or role, target)

    def _relation(self, line: TextLine, name: str, words: list[str]) -> None:
        ends = sorted(words[1:], key=lambda word: word.partition(":")[0] == "Arg2")
        if len(ends) != 2 or any(":" not in end for end in ends):
            self._reject("BAD_LINE", "an R line needs a type and two arguments", line)
            return
        subject, object_ = (end.partition(":")[2] for end in ends)
        self._link(line, name, subject, words[0], object_)

    def _equivalence(self, line: TextLine, _name: str, words: list[str]) -> None:
        if len(words) < 3:
            self._reject("BAD_LINE", "a * line needs a type and two or more members", line)
            return
        for subject, object_ in pairwise(words[1:]):
            self._link(line, "*", subject, words[0], object_)

    def _link(self, line: TextLine, name: str, subject: str, predicate: str, object_: str) -> None:
        ends = [self.triggers.get(end, end) for end in (subject, object_)]
        for end in ends:
            if end not in self.spans:
                message = f"the argument {end} of {predicate} {self._absence(end)}"
                self._reject("DANGLING_ARGUMENT", message, line)
                return
        link = Linked(ends[0], predicate, ends[1], line.place, negated=name in self.negated)
        key = (link.subject, link.predicate, link.object, link.negated)
        if key in self.links:
            self.skips.append(Skip("DUPLICATE_RELATION", line.place))
        else:
            self.links[key] = link

    def _note(self, line: TextLine, kind: str, body: str) -> None:
        words = body.split()
        reason = _NOTES[kind]
        if reason == "ATTRIBUTE" and len(words) > 1 and words[0].casefold() in _NEGATIONS:
            if [word.casefold() for word in words[2:3]] not in (["false"], ["no"], ["0"]):
                self.negated.add(words[1])
            reason = "NEGATION_APPLIED"
        self.skips.append(Skip(reason, line.place))

    def _absence(self, name: str) -> str:
        return "was rejected itself" if name in self.ids else "does not exist"

    def _reject(self, code: str, message: str, line: TextLine) -> None:
        self.rejects.append(Reject(code, "extract", message, line.place, {"line": line.text[:2000]}))

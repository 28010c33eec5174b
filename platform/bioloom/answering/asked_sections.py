"""Asked sections: where a question names what one section of a protocol is headed by, no other may answer."""

from collections.abc import Collection, Mapping, Set

from bioloom.answering.protocol_text import ProtocolText
from bioloom.question_parsing import (
    QuestionPattern,
    canonical_words,
    is_act,
    is_everyday,
    is_unconstraining,
    matches_any,
)


def of_other_sections(pattern: QuestionPattern, text: ProtocolText) -> frozenset[int]:
    """Find the steps of sections that are about something else than a part of a question: it names what
    another section is headed by, and neither the heading of this one nor any of its steps does.

    Of a note with the sections "Phenol" and "Hydrofluoric acid" a question about phenol is answered by the
    first alone, though only the second says how long one rinses. A section that a question names to say when
    ("after the elution") counts if it holds all that is asked about.
    """
    sections: dict[str, set[int]] = {}
    for at, (_, piece) in text.steps.items():
        sections.setdefault(piece.section or "", set()).add(at)
    if len(sections) < 2:
        return frozenset()
    headings = {section: frozenset(canonical_words(section)) for section in sections}
    words = {
        section: headings[section].union(*(text.words[at] for at in sections[section]))
        for section in sections
    }
    named = _named(pattern.all_words, headings)
    for word in _named(pattern.anchor_words, headings):
        headed = (words[section] for section, heading in headings.items() if matches_any(word, heading))
        if any(all(matches_any(asked, held) for asked in pattern.own_words) for held in headed):
            named.add(word)
    return frozenset(
        at
        for section, steps in sections.items()
        if section and named and not any(matches_any(word, words[section]) for word in named)
        for at in steps
    )


def _named(asked: Collection[str], headings: Mapping[str, Set[str]]) -> set[str]:
    """Give the names among some words by which sections are headed; a number only with the words beside it
    in a heading, "day 3"."""
    words = frozenset(asked)
    names = (word for word in words if not (is_act(word) or is_everyday(word) or is_unconstraining(word)))
    return {
        word
        for word in names
        if any(
            matches_any(word, heading) and (not word.isdigit() or heading <= words)
            for heading in headings.values()
        )
    }

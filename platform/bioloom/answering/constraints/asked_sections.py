"""Asked sections: where a question names what one section of a protocol is headed by, no other may answer."""

from collections.abc import Mapping, Sequence, Set

from bioloom.answering.texts.protocol_text import ProtocolText
from bioloom.names import tokens
from bioloom.question_parsing import (
    QuestionPattern,
    canonical_word,
    canonical_words,
    is_act,
    is_everyday,
    is_unconstraining,
    matches_any,
)

_BEGINNING = 5
"""Letters of a word without its endings."""


def of_other_sections(pattern: QuestionPattern, text: ProtocolText) -> frozenset[int]:
    """Find the steps of sections that are about something else than a part of a question: it names what
    another section is headed by, and neither the heading of this one nor any of its steps does; or it names
    what this one is headed by and more that another one is.

    Of a note with the sections "Phenol" and "Hydrofluoric acid" a question about phenol is answered by the
    first alone, though only the second says how long one rinses; of "Bacterial PCR" and "Archaeal PCR" one
    about the archaeal PCR by the second. But of "Gel preparation" and "Staining" one about staining the gel
    by the second: it has a word that the first lacks. Where a title lists the sections, they are of several
    things, and that counts no more; else words of the title name the document.
    """
    sections: dict[str, set[int]] = {}
    for at, (_, piece) in text.steps.items():
        sections.setdefault(piece.section or "", set()).add(at)
    if len(sections) < 2:
        return frozenset()
    headings = {section: frozenset(canonical_words(section)) for section in sections}
    words = {
        section: headings[section].union(*(text.words[at] for at in steps))
        for section, steps in sections.items()
    }
    listed = sum(bool(_named(text.title, heading)) for heading in headings.values()) > 1
    asked = {*pattern.all_words} - (set() if listed else _words_in_both(pattern.text, text.name))
    for word in pattern.anchor_words:
        headed = [words[section] for section, heading in headings.items() if matches_any(word, heading)]
        if any(all(matches_any(own, held) for own in pattern.own_words) for held in headed):
            asked.add(word)
    named = {section: _named(asked, heading) for section, heading in headings.items()}
    naming = [words[section] for section, names in named.items() if names]
    content = [word for word in pattern.own_words if not word.isdigit()]
    return frozenset(
        at
        for section, steps in sections.items()
        if section
        and _is_other(section, named, words[section])
        and (listed or named[section] or not _has_more(content, words[section], naming))
        for at in steps
    )


def _has_more(content: Sequence[str], words: frozenset[str], naming: Sequence[frozenset[str]]) -> bool:
    """Say whether a section has a word of a question that those lack which the question names."""
    lacking = (word for word in content if not any(matches_any(word, each) for each in naming))
    return any(matches_any(word, words) for word in lacking)


def _words_in_both(question: str, title: str) -> set[str]:
    """Give the canonical words of a question that a title has as they are written, but for their endings."""
    begun = {word[:_BEGINNING] for word in tokens(title.lower())}
    return {canonical_word(word) for word in tokens(question.lower()) if word[:_BEGINNING] in begun}


def _is_other(section: str, named: Mapping[str, Set[str]], words: frozenset[str]) -> bool:
    """Say whether a section has none of the words that are named, or fewer than another one."""
    own = named[section]
    if not own:
        every = frozenset().union(*named.values())
        return bool(every) and not any(matches_any(word, words) for word in every)
    more = [each - own for each in named.values() if own < each]
    return any(not any(matches_any(word, words) for word in each) for each in more)


def _named(asked: Set[str], heading: Set[str]) -> frozenset[str]:
    """Give the names among some words by which a section is headed; a number only with a word beside it in
    the heading, "day 3"."""
    held = {word for word in asked if matches_any(word, heading)}
    names = {word for word in held if not (is_act(word) or is_everyday(word) or is_unconstraining(word))}
    worded = any(not word.isdigit() for word in held)
    return frozenset(word for word in names if worded or not word.isdigit())

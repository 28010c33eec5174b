"""Question splitting: the introduction before a question, and the parts that ask for one thing each."""

import re
from collections.abc import Iterator

from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing.comparisons import LINK, PHRASE, Parts, said_of, split_comparison
from bioloom.question_parsing.constraining_words import constraining_words
from bioloom.question_parsing.question_type import MEASURING, asked_value
from bioloom.question_parsing.synonyms import canonical_word, excludes, is_act

_PATTERNS = PatternTable.read("asking/parts.tsv")
_WH = _PATTERNS.text("wh")
_TO = _PATTERNS.text("to")
_HEAD = _PATTERNS.compile("head")
_ASKED_PAIR = _PATTERNS.compile("asked_pair")
_NAMED_PAIR = _PATTERNS.compile("named_pair")
_VALUE_LAST = _PATTERNS.compile("value_last")
_OF_BOTH = _PATTERNS.compile_each("of_both")
_EACH_OF = _PATTERNS.compile("each_of")
_ONE_BEHIND = _PATTERNS.compile("one_behind")

_DASH = re.compile(r"(?<=[^\W\d])\s[-–—]+\s(?=[^\W\d])")
_INTRODUCTION_END = _PATTERNS.compile("introduction_end")
_PERSON = _PATTERNS.compile("person")
_TAIL = _PATTERNS.compile("tail", 0)

_OF_OTHER = r"(?:for|in|with|of|at|on|from)\b"
_ELLIPSIS = re.compile(rf"(?:what|which)\b(?=\s+{_OF_OTHER})", re.IGNORECASE)
_OF_IT = _PATTERNS.compile("of_it")
_HOW_MANY = _PATTERNS.compile("how_many")
_COUNTED = _PATTERNS.compile("counted")
_EACH = re.compile(r"\b(?:per|each)\s+[\w-]+$", re.IGNORECASE)
_OTHER = _PATTERNS.compile("other")

_WHICH_ONE = re.compile(rf"(?:what|which) one\s+(?={_OF_OTHER})", re.IGNORECASE)
_WHICH_THING = re.compile(r"which one\s+(?=\w)", re.IGNORECASE)
_DOES = re.compile(r"\w{2,}[^\Ws]s|is|was|has|does", re.IGNORECASE)
"""A verb of the third person: "which needle injects"."""

_ENDED = re.compile(r"[.?!]\s+[A-Z]")
_BARE = _PATTERNS.compile("bare")
_ITEM = re.compile(r"(?:,(?:\s*(?:and|&))?|\s(?:and|&|\+|/))\s+", re.IGNORECASE)

_CONDITION = re.compile(r"\W*(?:after|and|as|because|before|if|once|since|until|when|while)\b", re.IGNORECASE)
"""The first word of what leads to a question and is none: "after the spin at 14,000 rpm, what is kept"."""

_INTRODUCED = _PATTERNS.compile("introduced")

_OF_ONE = re.compile(r"\b(?:how|what|which|why|where|when|each|if|since|so)\b", re.IGNORECASE)
"""Words of a question that asks for one thing behind a colon, or beside a plus."""

_BREAKS = 20
"""Places from the end on at which the question may begin, so that a long one is parsed soon."""

_JOINED = _PATTERNS.compile("joined")
_BEFORE_AND_AFTER = _PATTERNS.compile("before_and_after")
_COUNTED_CLAUSE = _PATTERNS.compile("counted_clause")
_PLUS = _PATTERNS.compile("plus")

_FEW = 9
"""Words of a thing that is asked for in shorthand."""

_ASKED_OF = _PATTERNS.compile("asked_of")

_AND_WHICH = _PATTERNS.compile("and_which")

_SHORT = 3
"""Words up to which a piece only says what is asked for."""


def split_introduction(text: str) -> tuple[str, str]:
    """Part what is said before a question from the question.

    >>> split_introduction("My gel is orange. We use QG, so what volume of acid do I add?")
    ('My gel is orange. We use QG', 'what volume of acid do I add?')
    """
    text = _DASH.sub(": ", text)
    for end in [*_INTRODUCTION_END.finditer(text)][: -_BREAKS - 1 : -1]:
        before, after = text[: end.start()], text[end.end() :]
        asks = _HEAD.match(after) or asked_value(after)
        asked = not before.endswith((".", "!")) and (asked_value(before) or _HEAD.search(before))
        if asks and not asked and _PERSON.search(before):
            return before.strip(), after.strip()
    return "", text


def split_question(text: str) -> Iterator[tuple[str, str, str]]:
    """Give each part of a question as a question of its own, with the words of the rest, and the clause that
    it leaves out and means.

    >>> [own for own, _, _ in split_question("How much salt is added, and how long is it stirred?")]
    ['How much salt is added?', 'how long is it stirred?']
    >>> [own for own, _, _ in split_question("How long is it spun in tubes and how long in plates?")]
    ['How long is it spun in tubes?', 'how long is it spun in plates?']
    >>> [own for own, _, _ in split_question("Spinning the plate with virus: for how long and how fast?")]
    ['Spinning the plate with virus: for how long?', 'Spinning the plate with virus: how fast?']
    """
    bare = text.rstrip(" ?.!")
    hidden = MEASURING.sub(lambda found: " " * len(found[0]), bare)
    starts = [match.start("head" if match["head"] else "inner") for match in _HEAD.finditer(hidden)]
    if len(starts) < 2:
        start = starts[0] if starts else 0
        yield from (
            split_comparison(bare, start)
            or _named_pair(bare)
            or _valued(bare)
            or _both(bare)
            or _opposites(bare)
            or _introduced(bare)
            or _added(bare)
            or _and_which(bare)
            or ((text, "", ""),)
        )
        return
    tail = _TAIL.search(bare, starts[-1])
    bare, shared = (
        (bare[: tail.start()], tail["shared"]) if tail and not asked_value(tail["shared"]) else (bare, "")
    )
    intro = f"{LINK.sub('', bare[: starts[0]])} {shared}".strip()
    pieces = [
        LINK.sub("", bare[start:end]).rstrip(" +?")
        for start, end in zip(starts, [*starts[1:], len(bare)], strict=True)
    ]
    for at, piece in enumerate(pieces[1:], 1):
        pieces[at] = _named_again(pieces[at - 1], piece)
        pieces[at - 1] = _with_clause(pieces[at - 1], pieces[at])
    bodies = [_body(piece) for piece in pieces]
    if not any(bodies):  # "what speed and how long column wash in the miniprep"
        bodies = [_body(piece, loose=True) if len(piece.split()) > _SHORT else "" for piece in pieces]
    for at, piece in enumerate(pieces):
        own, elided = piece, ""
        if not bodies[at]:  # "at what speed", "and for how long": the clause is said once
            order = (*range(at + 1, len(bodies)), *reversed(range(at)))
            lender = next((place for place in order if bodies[place]), at)
            elided = _with_subject(pieces[lender], bodies[lender])
            if at and (whole := _completed(piece, pieces[at - 1])):
                own, elided = whole, ""
            elif not constraining_words(piece):
                about = (
                    f"{intro.rstrip(':')}: "
                    if intro and not any(bodies) and not _PERSON.search(intro)
                    else ""
                )
                own, elided = f"{about}{piece} {elided}".strip(), ""
            elif not any(bodies[:at]) and _EACH.search(piece):  # "how many ml per tube, and how long …"
                elided = ""
        others = [other for place, other in enumerate(pieces) if place != at]
        twice = split_comparison(own, 0) if bodies[at] and not elided else ()
        for one, other, meant in twice or ((f"{own}?", "", elided),):
            yield one, " ".join((intro, *others, other)).strip(), meant


def _and_which(bare: str) -> tuple[tuple[str, str, str], ...]:
    """Part what is asked for in shorthand from a thing that is asked for behind it.

    >>> [own for own, _, _ in split_question("knife angle for the sections, and which cryostat model?")]
    ['knife angle for the sections?', 'which cryostat model?']
    """
    found = _AND_WHICH.match(bare)
    return (
        ((f"{found['one']}?", found["two"], ""), (f"{found['two']}?", found["one"], found["one"]))
        if found
        else ()
    )


def _named_again(before: str, piece: str) -> str:
    """Say in a piece what it asks for, where it leaves that to the one before: "which one", "what for".

    >>> _named_again("What volume is used for a tube", "what for a plate")
    'What volume is used for a plate'
    >>> _named_again("What was the change with the drug", "what was it with placebo")
    'What was the change with placebo'
    """
    piece = _OF_IT.sub(r"\g<head>", piece)
    counted, again = _COUNTED.search(before), _HOW_MANY.match(piece)
    if counted and again and counted["many"] == again["many"]:
        return f"{again[0]}{counted['noun']} {piece[again.end() :]}"
    one, thing, found = (form.match(piece) for form in (_WHICH_ONE, _WHICH_THING, _ELLIPSIS))
    led = one or found
    if led and (whole := said_of(before, piece[led.end() :].lstrip())):
        return whole
    if thing and (whole := _same_thing(before, piece[thing.end() :])):
        return whole
    return f"{found[0]} {asked_value(before)} {piece[found.end() :].lstrip()}" if found else piece


def _with_clause(piece: str, after: str) -> str:
    """Say in a piece that only names what is counted what the piece after it says of another such thing.

    >>> _with_clause("How many small infants", "how many other infants developed a cough")
    'How many small infants developed a cough'
    >>> _with_clause("How many mice died", "how many rats survived")
    'How many mice died'
    """
    one, two = _COUNTED_CLAUSE.fullmatch(piece), _COUNTED_CLAUSE.fullmatch(after)
    return f"{piece} {two['clause']}" if one and two and two["clause"] and not one["clause"] else piece


def _with_subject(piece: str, clause: str) -> str:
    """Give a clause that lacks what it is about with that: what a value is of that another part asks for.

    >>> _with_subject("What dose of the drug was given", "was given")
    'was the drug given'
    >>> _with_subject("How long is it spun", "is it spun")
    'is it spun'
    """
    found = _ASKED_OF.match(piece)
    if not found or not clause.startswith(found["verb"]):
        return clause
    named = found["of"] or re.sub(
        rf"\s*\b{re.escape(asked_value(piece))}\b\s*", " ", found["what"], flags=re.I
    )
    named = named.strip()
    return f"{found['verb']} {named} {clause[len(found['verb']) :].strip()}" if tokens(named) else clause


def _same_thing(before: str, rest: str) -> str:
    """Ask "which one" for what the part before asks for.

    >>> _same_thing("Which needle gauge injects the glucose", "flushes the marrow")
    'which needle gauge flushes the marrow'
    """
    words = before.split()
    verb = next((at for at, word in enumerate(words) if at > 1 and _DOES.fullmatch(word)), 0)
    does = _DOES.fullmatch((rest.split() or [""])[0])
    return f"which {' '.join(words[1:verb])} {rest.strip()}" if verb and does else ""


def _completed(piece: str, before: str) -> str:
    """Say in a part the clause of the part before it, where it only names another place, thing or time of it;
    empty for other parts.

    >>> _completed("how long in plates", "How long is it spun in tubes")
    'how long is it spun in plates'
    >>> _completed("how long for cells", "How much salt is in the tube")
    ''
    """
    found = _OTHER.match(piece)
    if not found or not before.lower().startswith(found["head"].lower()):
        return ""
    clause = before[found.end("head") :]
    first = found["by"] or " ".join(found["rest"].split()[:2])
    begins = [*re.finditer(rf"\s{re.escape(first)}\s", clause, re.IGNORECASE)]
    if not begins:
        return ""
    named = f"{found['by']} {found['rest']}" if found["by"] else found["rest"]
    return f"{found['head']}{clause[: begins[-1].start()]} {named}"


def _both(bare: str) -> Parts:
    """Split a question for two values by their names, or for the values of two things."""
    if found := _ASKED_PAIR.search(bare):
        around = [f"{bare[: found.start()].rstrip(' ,:')} ", bare[found.end() :]]
        head = found["head"] or "what "
        return tuple(
            (" ".join(f"{head}{found[name]} {around[1]} {around[0]}".split()) + "?", "", "")
            for name in ("one", "two")
        )
    if (found := _VALUE_LAST.search(bare)) and not asked_value(bare[: found.end("two")]):
        before, after = f"{bare[: found.start()]} ".lstrip(), bare[found.end() :]
        return tuple((f"{before}{found[name]} {found['value']}{after}?", "", "") for name in ("one", "two"))
    if found := next(filter(None, (form.match(bare) for form in _OF_BOTH)), None):
        return tuple((f"{found['head']}{found[name]}{found['rest']}?", "", "") for name in ("one", "two"))
    if found := _EACH_OF.match(bare):
        return tuple((f"{found['head']}{found[name]}?", "", "") for name in ("one", "two"))
    if found := _ONE_BEHIND.fullmatch(bare):
        return (f"{found['one']}?", found["two"], ""), (f"{found['two']}?", found["one"], found["one"])
    return ()


def _named_pair(bare: str) -> Parts:
    """Split a question for two values of what is named before them.

    >>> [own for own, _, _ in _named_pair("What is the elution volume and temperature in the miniprep")]
    ['What is the elution volume in the miniprep?', 'What is the elution temperature in the miniprep?']
    """
    found = _NAMED_PAIR.match(bare)
    if not found:
        return ()
    head, of, rest = found.group("head", "of", "rest")
    if not head.strip():  # "foxp3 antibody dilution and clone"
        return tuple((f"what {found[name]} {of.strip()}{rest}?", "", "") for name in ("one", "two"))
    return tuple((f"{head}{of}{found[name]}{rest}?", "", "") for name in ("one", "two"))


def _opposites(bare: str) -> Parts:
    """Split a question for the value of two things that exclude one another.

    >>> [own for own, _, _ in _opposites("After how long did the left and right fold move again")]
    ['After how long did the left fold move again?', 'After how long did the right fold move again?']
    >>> [own for own, _, _ in _opposites("What were the levels in calves before and after treatment")]
    ['What were the levels in calves before treatment?', 'What were the levels in calves after treatment?']
    """
    found = (_BEFORE_AND_AFTER.search(bare) if _HEAD.match(bare) else None) or _exclusive_pair(bare)
    if not found:
        return ()
    around = bare[: found.start()], bare[found.end() :]
    return tuple((f"{around[0]}{found[name]}{around[1]}?", "", "") for name in ("one", "two"))


def _exclusive_pair(bare: str) -> re.Match[str] | None:
    """Find two words that exclude one another, where a value is asked for."""
    found = _JOINED.search(bare) if asked_value(bare) else None
    words = [canonical_word(found[name].lower()) for name in ("one", "two")] if found else []
    return found if words and excludes(*words) else None


def _added(bare: str) -> Parts:
    """Split two things that are asked for in shorthand with a plus between them.

    >>> [own for own, _, _ in _added("contusion level + force in the rat study")]
    ['contusion level in the rat study?', 'force in the rat study?']
    """
    found = _PLUS.fullmatch(bare)
    if not found or _OF_ONE.search(bare) or any(len(found[name].split()) > _FEW for name in ("one", "two")):
        return ()
    one, two, rest = found.group("one", "two", "rest")
    joined = "" if re.search(rf"\b{PHRASE.pattern}", one) else rest
    return (f"{one}{joined}?", "", ""), (f"{two}{rest}?", "", "")


def _valued(bare: str) -> Parts:
    """Split a list of values asked for without a question word: "pore size, and speed of the spin"."""
    intro, colon, body = bare.rpartition(":")
    pieces = _ITEM.split(body)
    while len(pieces) > 2 and not asked_value(pieces[0]):
        intro, colon = f"{intro}{colon} {pieces.pop(0)}".strip(), ","
    last = pieces[-1]
    shared = pieces.pop() if len(pieces) > 2 and not asked_value(last) and not _HEAD.match(last) else ""
    listed = (
        len(pieces) > 1
        and not _ENDED.search(body)
        and not _CONDITION.match(pieces[0])
        and _asks_value(pieces[0])
        and all(_asks_value(piece) or _HEAD.match(piece) for piece in pieces[1:])
    )
    clause = next((piece for piece in pieces if constraining_words(piece) and not _HEAD.match(piece)), "")
    if not listed or not (clause or constraining_words(intro)) or (not intro and _BARE.match(pieces[0])):
        return ()
    made: list[tuple[str, str, str]] = []
    for piece in pieces:
        elided = "" if constraining_words(piece) else clause  # "water bath temp, how long"
        own = f"{intro}{colon} {piece.strip(' ,')}".strip()
        made += [(one, shared, elided) for one, _, _ in _both(own)] or [(f"{own}?", shared, elided)]
    return tuple(made)


def _asks_value(piece: str) -> bool:
    """Say whether a piece asks for a value, and does not only say where: "in the dilution method"."""
    asks = asked_value(f"{piece},")  # with the comma behind which it ended, as MEASURING has it
    return bool(asks) and (not PHRASE.match(piece) or bool(_OF_ONE.search(piece)))


def _introduced(bare: str) -> Parts:
    """Split two things that are asked for without a verb behind a colon, each in few words."""
    found = _INTRODUCED.match(bare)
    if not found or _PERSON.search(bare) or _OF_ONE.search(bare):
        return ()
    pieces = [found["one"].strip(), found["two"].strip()]
    if any(len(each.split()) > _FEW or PHRASE.match(each) or not tokens(each) for each in pieces):
        return ()
    return tuple((f"{found['intro']}: {each}?", "", "") for each in pieces)


def _body(piece: str, *, loose: bool = False) -> str:
    """Give the clause of a piece from its verb on, or all but the head of one with an act ("how much ethanol
    washes it"), or of any if `loose`; empty where it holds none."""
    head = re.match(
        rf"\s*{_TO}?{_WH}\b(?:\s+(?:long|much|many|fast|often|hot|cold|warm))?", piece, re.IGNORECASE
    )
    start = head.end() if head else 0
    verb = re.search(
        r"\b(?:is|are|was|were|does|do|did|can|could|may|should|must|has|have|will|would|gets?|comes?|"
        r"(?<!the )one|[iI]|you)\b",
        piece[start:],
    )
    if verb:
        clause = piece[start + verb.start() :]
        return clause if len(clause.split()) > 1 else ""
    clause = piece[start:].strip()
    states = not PHRASE.match(clause) and (
        loose or any(is_act(canonical_word(word)) for word in tokens(clause))
    )
    return clause if states else ""

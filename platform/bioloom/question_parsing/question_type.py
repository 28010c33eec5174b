"""Question classifier: the type of answer that a question asks for, by a lexicon of patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

QuestionKind = Literal["value", "thing", "steps", "after", "before", "how", "closed", "open"]

_NAMED_VALUE = r"(?:what|which)(?: (?:is|was|are|were) the)?(?: \w+)? "
"""What stands before a value that is asked for, where its word alone may as well name a condition."""

_SPUN_G = r"g(?=\W*$|(?! of\b)[^?]*\b(?:spin|spun|centrifug|pellet|sediment))"
"""Multiples of gravity that are asked for, and no grams: "how many g is it spun at"."""

VALUES: tuple[tuple[str, frozenset[str]], ...] = (
    (r"how many (times|cycles|rounds|strokes)|number of (times|cycles)", frozenset({"times", "number"})),
    (r"how (?:often|frequently|regularly)", frozenset({"interval", "times"})),
    (r"(?:what|which) (?:time )?intervals?", frozenset({"time", "interval"})),
    (rf"{_NAMED_VALUE}ph\b|ph of (?!\d)", frozenset({"ph"})),
    (r"wavelengths?|(?:how many|which|what) nm\b|nanomet(?:er|re)s?", frozenset({"wavelength"})),
    (
        rf"\bod ?600\b(?! ?(?:of|=) ?\d)|optical density|{_NAMED_VALUE}od\b(?! ?(?:of|=) ?\d)",
        frozenset({"density"}),
    ),
    (rf"{_NAMED_VALUE}density", frozenset({"density", "concentration"})),
    (
        rf"{_NAMED_VALUE}(?:vacuum|pressure)|limit (?:for|of|on) (?:the )?(?:vacuum|pressure)",
        frozenset({"pressure"}),
    ),
    (rf"{_NAMED_VALUE}humidity", frozenset({"humidity"})),
    (rf"{_NAMED_VALUE}magnification", frozenset({"magnification"})),
    (
        r"temperature|\btemp\b|how (hot|cold|warm|cool)|(?<!\d )(?<!\d)degrees|what heat",
        frozenset({"temperature"}),
    ),
    (
        r"how (?:long|soon|late)|(\w+ |^|[:,] )(time|period)\b(?! (?:\d|points?\b))|for what time|duration|"
        r"(?:^|[,:] |and |& |/)(?:minutes|seconds|hours) (?:at|in|on|of|with)\b|"
        r"how many (second|minute|min|hour|hr|day|night|week|month)|what (length of )?time|since when",
        frozenset({"time"}),
    ),
    (
        r"speed|how (fast|hard)|g.force|how many rpm|\brpm\b|\brcf\b|(which|what) (g.?)?force|\brates?\b|"
        rf"(?<!\d)(?<!\d )[mµμu]l ?/ ?min\b|at (?:how many|what|which) g\b|how many (?:[x×] ?g\b|{_SPUN_G})",
        frozenset({"speed", "force"}),
    ),
    (r"multiplicity of infection|\bmoi\b(?! ?(?:of|=)? ?\d)", frozenset({"moi"})),
    (r"\bratios?\b", frozenset({"ratio"})),
    (r"\b(?:[ie]c|ed|ld)[ -]?50\b(?! (?:of )?\d)", frozenset({"concentration", "mass"})),
    (
        r"conc\b|concentration|strength|molarity|\bstrong\b|(which|what) percent|percentage|dilution|"
        r"how (concentrated|dilute)|how many [mµμu]m\b",
        frozenset({"concentration"}),
    ),
    (
        r"how many (ml|µl|μl|ul|micro.?lit|milli.?lit|lit)\w*(?! ?/)|volume|\bvol\b|"
        r"(?<!\d )(?<!\d)[mµμu]l of\b|(?:^|[,:;/+] ?|and |& )[mµμu]l (?=[a-z])",
        frozenset({"volume"}),
    ),
    (
        rf"how many (mg|µg|μg|ug|ng|(?!{_SPUN_G})g|gram|milligram|kg)\b|how many grams|\bweigh|"
        r"\bmass\b(?! spec)",
        frozenset({"mass"}),
    ),
    (
        r"mesh|(pore|mesh|grain|fragment|(what|which)( \w+)?) size|diameter|"
        r"how (large|big|thick|wide|deep|tall|far)\b|"
        rf"{_NAMED_VALUE}(length|thickness|depth|distance|width|height)\b(?! of time)",
        frozenset({"size", "length"}),
    ),
    (
        r"(?:what|which) (?:\w+ )?settings?\b",
        frozenset({"energy", "number", "size", "length"}),
    ),
    (
        r"voltage|power\b|current\b|resistance|capacitance|field strength|"
        rf"{_NAMED_VALUE}electric(?:al)? field\b(?! (?:of|=) ?\d)|how strong is the electric(?:al)? field|"
        r"how many (?:[mk]?v|kilovolts|volts|ma|amps|watts)\b",
        frozenset({"energy"}),
    ),
    (
        rf"how much|amounts?\b|quantity|(?:how many )?units\b|{_NAMED_VALUE}dos(?:e|age)\b",
        frozenset({"volume", "mass", "concentration", "number"}),
    ),
    (r"how many|number of|what count", frozenset({"number", "times"})),
)
"""Measured values asked for: pattern over the question, native types.

Of those that match, the one that stands first in the question counts ("how long at 37 degrees" asks for a
time), but the last two, which name no unit, only if no other does.
"""

VAGUE = 2

_MEASURE = r"(?:assess|calculat|determin|estimat|evaluat|investigat|measur|monitor|quantify|study|test)"
MEASURING = re.compile(
    rf"(?:\b{_MEASURE}ing|^\W*to {_MEASURE}e?)\s+(?:how|what|which)\b[^,:;?.]*(?=[,:;](?:\s|$))",
    re.IGNORECASE,
)
"""A clause whose question word asks for nothing: "for measuring how fast phages stick, …"."""

_QUALIFIED = re.compile(r"(\bhow (?:much|many)\b.*?)\bwith an? [^,?]*")
"""What is asked for with the quality that tells it: "how much goes to a sample with a low concentration"."""

_OF_PLACE = re.compile(r"\b(?:room|ambient|body) temp(?:erature)?\b")
"""A temperature that is stated, not asked for."""

_VERB = (
    r"(?:is|are|was|were|does|do|did|can|could|should|shall|must|may|might|will|would|has|have|had|gets?|goes|"
    r"go|serves?|lets?)"
)
_NO_THING = (
    r"(?:about|approximately|else|exactly|final|fold|fraction|if|kind|level|multiple|number|part|proportion|"
    r"range|roughly|share|sort|then|type|value)"
)
_LINK = r"(?:in|into|on|onto|at|for|with|of|from|by|the|an?|i|we|you|my|our)"
_ENDS = rf"(?:{_VERB}|{_LINK}|to|and|or)"
_THING_ASKED = re.compile(
    rf"\b(?:which|what)\s+(?P<thing>(?!(?:{_ENDS}|{_NO_THING})\b)[\w-]+(?:\s(?!{_ENDS}\b)[\w-]+){{0,3}})"
    r"|\bwhy\b|\bhow come\b"
)
"""What names the thing or reason that is asked for: words behind it ask for no value, but for a value beside
it, "which buffer and what volume", "which buffer and volume"."""

_TOLD_OF_IT = re.compile(rf"\b(?:{_VERB}|{_LINK})\b")
_ASKS_AGAIN = re.compile(r"\b(?:how|what|which)\b")

_AMOUNT = re.compile(r"(?:.*?[:,] )?how (?:much|many)\b ?")
"""The head of a question for an amount, after an introduction."""

_VESSELS = frozenset({"container", "position", "environment", "device", "part"})
_DEVICES = frozenset({"device", "consumable", "container", "software", "part", "size"})
_SUBSTANCES = frozenset(
    {
        "chemical", "blend", "protein", "nucleic acid", "cell", "biomaterial", "polymer", "organ", "animal",
        "plant",
    }
)  # fmt: skip

THINGS: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    (
        r"what (?:is|are|was|were) (?!done\b)[^?]*?\b(?:transferred|moved|put|placed|poured|applied|loaded|"
        r"added|attached|inserted|set down|introduced)\b (?:in|on)?to\b(?! (?:the|an?)\b)|"
        r"(?:in|on)?to what\b|go(?:es)? (?:in|on)?to\b",
        _VESSELS | _SUBSTANCES,
        frozenset({"to"}),
    ),
    (
        r"what (?:is|are|was|were|(?:can|could|may|must|should) be) (?:then )?"
        r"(?:added|mixed|combined|poured)\b",
        _SUBSTANCES,
        frozenset({"use_reagent", "apply_material"}),
    ),
    (
        r"device|instrument|machine|apparatus|tool|equipment|centrifuge|rotor|column|pipette|syringe|filter|strainer|"
        r"mixer|objective|microscope|needle|rack|stand|incubator|cycler|kit|membrane",
        _DEVICES,
        frozenset({"use_device"}),
    ),
    (
        r"(?:in|on|onto|into) (?:what|which)\b|where|container|tube|plate|flask|bottle|dish|vessel|vial|well",
        _VESSELS,
        frozenset({"to", "in_condition_of"}),
    ),
    (
        r"what (?:is|are|was|were) used to\b|what (?:seals|stains|fixes|blocks|washes|kills|covers|holds)\b|"
        r"(?:with|by|using) (?:what|which)\b",
        _SUBSTANCES | _DEVICES,
        frozenset({"use_device", "use_reagent", "apply_material", "use_method"}),
    ),
    (
        r"what (?:is|are|was|were) (?!done\b)[^?]*? with\b",
        _SUBSTANCES | frozenset({"device", "consumable", "method"}),
        frozenset({"use_reagent", "apply_material", "use_device", "use_method"}),
    ),
    (
        r"reagent|chemical|buffer|enzyme|solution|medium|media|antibody|acid|dye|resin|agent|liquid|solvent|salt|stain|"
        r"compound|mixture|fluid|alcohol|material|ingredient|composition|substance|antibiotic|detergent|"
        r"what (is|are) (then )?(added|used|mixed)|what (elutes|resuspends|stops|ends|removes)|"
        r"what is combined",
        _SUBSTANCES,
        frozenset({"use_reagent", "apply_material"}),
    ),
)
"""Things asked for: pattern over the question, native types, and the relations at whose end they stand."""

_STEPS = re.compile(
    r"\b(list|give|show|name|outline|summari[sz]e|tell|what are|which are)\b.*"
    r"\b(steps|stages|procedure)\b(?! (right )?(after|before))"
    r"|\bstep by step\b",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\b(what|which)\b.*\b(comes?|follows?|happens?|done|do|step|next)\b.*\b(after|next|following|once|when)\b"
    r"|\bnext step\b|\b(what|which step) follows\b|\bwhat now\b|\bwhat(?:['’]?s| is)? next\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(what|which)\b.*\b(comes?|happens?|done|do|step|last thing)\b.*\b(before|prior to|preceding)\b"
    r"|\b(what|which step) precedes\b|\bprevious step\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(which|what) (other )?"
    r"(device|instrument|machine|equipment|reagent|chemical|buffer|enzyme|solution|container|tube)s?\b"
    r"|\b(what|which)\b[^?]*\b(is|are|gets?) (then )?(added|used|mixed in|put in)"
    r"( \w+)? (after|once|following|before|prior to)\b",
    re.IGNORECASE,
)
ORDER = re.compile(
    r"\b(?:(?:right|directly|immediately|just)\s+)?(?P<word>after|following|once|before|prior to|preceding)\b"
    r"(?! (?:how|what|which)\b)"
    r"(?P<clause>[^,:;?]*)",
    re.IGNORECASE,
)
"""The clause that says after or before what something is done."""

PRECEDING = frozenset({"before", "prior to", "preceding"})
"""Words of such a clause that put the answer first."""

_HEAD = re.compile(
    r"\b(?:which|what)\s+(?:other\s+)?(?!is\b|are\b|was\b|were\b|does\b|do\b)"
    r"(?P<noun>[\w-]+(?:\s(?!is\b|are\b)[\w-]+)?)"
)
"""What a question for a thing calls it."""

_NEGATIVE = re.compile(r"\b(not|never|cannot)\b|n['’]t\b", re.IGNORECASE)
_WHY = re.compile(r"\W*(?:(?:and|but|so) )?(?:why|how come)\b")
"""How one asks for a reason: what is named behind it is no thing that is asked for."""

AUXILIARY = r"(?:is|are|was|were|does|do|did|can|could|should|must|may|has|have|will)"
"""Verbs with which a question for yes or no begins."""

_CLOSED = re.compile(rf"^\W*{AUXILIARY}(n['’]t)?\b", re.IGNORECASE)
_REQUEST = re.compile(
    r"^\W*(?:can|could|would|will|do) (?:you|any(?:one|body)|some(?:one|body)) (?:\w+ ){0,2}"
    r"(?:tell|say|give|name|list|explain|show|know|find|describe|remind)\b"
)
"""How a request begins that is no question for yes or no: "Can you tell me which gene ..."."""

_ASKS = re.compile(
    r"\b(what|which|how|who|whom|where|when|why|list|name|give|show|tell|find|number of)\b", re.IGNORECASE
)


_COUNTED = frozenset({"number", "times"})
"""What "how many" asks for where no unit follows."""


@dataclass(frozen=True, slots=True)
class QuestionType:
    """Expected answer type: the kind of a question, and the native types of the nodes that would answer it.

    `asking` is False where no question word and no question mark was found; `noun` is the word that
    names the kind of thing ("antibody"), if there is one; `negative` says that it asks what is not so.
    """

    kind: QuestionKind
    types: frozenset[str] = frozenset()
    asking: bool = True
    noun: str = ""
    negative: bool = False
    relations: frozenset[str] = frozenset()
    """BioPIE's relations from a verb to the thing asked for."""
    step: int = 0
    """Where the answer stands from the step that the question describes: 1 after it, -1 before it."""

    @property
    def counts(self) -> bool:
        """Whether it asks how many things there are, and for no other value."""
        return "number" in self.types and self.types <= _COUNTED


def classify_question(question: str) -> QuestionType:
    """Classify a question.

    >>> classify_question("At what temperature are the cells lysed?")
    QuestionType(kind='value', types=frozenset({'temperature'}), asking=True, noun='', negative=False, \
relations=frozenset(), step=0)
    >>> classify_question("Which step comes after adding bleach?").kind
    'after'
    """
    text = " ".join(question.lower().split())
    found = _classify(text)
    step = {"after": 1, "before": -1}.get(found.kind, 0)
    return replace(found, negative=bool(_NEGATIVE.search(text)), step=step)


def _classify(text: str) -> QuestionType:
    if _STEPS.search(text):
        return QuestionType("steps")
    types = _value_types(ORDER.sub(" ", text))
    named = _NAMED.search(text)
    if not types and not named:
        order = ORDER.search(text)
        earlier = order is not None and order["word"] in PRECEDING
        if _BEFORE.search(text) and (earlier or not _AFTER.search(text)):
            return QuestionType("before")
        if _AFTER.search(text):
            return QuestionType("after")
    if types:
        return QuestionType("value", types)
    closed = bool(_CLOSED.search(text)) and not _REQUEST.search(text)
    head = _HEAD.search(text)
    for part in () if closed or _WHY.match(text) else (head["noun"] if head else "", text):
        part = ORDER.sub(" ", part)
        for pattern, types, relations in THINGS:
            if found := re.search(rf"\b({pattern})\w*", part):
                noun = "" if " " in found[0] else found[0]
                return QuestionType("thing", types, noun=noun, relations=relations)
    if closed:
        return QuestionType("closed")
    if re.search(r"\bhow\b", text):
        return QuestionType("how")
    return QuestionType("open", asking="?" in text or bool(_ASKS.search(text)))


def _value_types(text: str) -> frozenset[str]:
    return _asked_value(text)[1]


def asked_value(text: str) -> str:
    """Give the words of a question that ask for a measured value; empty where none do.

    >>> asked_value("What is the lysis temperature in the miniprep?")
    'temperature'
    """
    return _asked_value(" ".join(text.lower().split()))[0]


def _asked_value(text: str) -> tuple[str, frozenset[str]]:
    if _CLOSED.search(text):
        return "", frozenset()
    text = _QUALIFIED.sub(r"\1", MEASURING.sub(" ", text))
    text = _OF_PLACE.sub(lambda found: " " * len(found[0]), text)
    amount, thing = _AMOUNT.match(text), _THING_ASKED.search(text)
    for patterns in (VALUES[:-VAGUE], VALUES[-VAGUE:]):
        found = [
            (match.start(), match[0], types)
            for pattern, types in patterns
            if (match := re.search(rf"\b({pattern})", text))
        ]
        first = min(found, key=lambda one: one[0]) if found else None
        if first and thing and thing.end() <= first[0]:
            between = text[thing.end() : first[0]]
            again = _ASKS_AGAIN.search(f"{between}{first[1]}")  # "how long" asks by its own first word
            if not again and (thing["thing"] is None or _TOLD_OF_IT.search(between)):
                continue
        if first and amount and first[0] > amount.end() and not first[2] <= {"volume", "mass"}:
            continue  # "how much … of high concentration": what is asked is said first
        if first:
            return first[1:]
    return "", frozenset()


_AMOUNT_NOUN = r"(?:amount|volume|vol|mass|concentration|conc|quantity|quantitie|percentage|dilution)s?"
_THING = (
    r"(?!(?:is|are|was|were|does|do|did|must|should|can|to|in|into|for|per|on|onto|with|at|from|by|then|i|you|we|goes|"
    r"go|gets?|added|used|needed|each|versus|vs|and|or|the|an?|what|which|of|final|stock|working|total|much|how)\b)[\w-]+"
)
_MEASURED = tuple(
    re.compile(form)
    for form in (
        rf"\b(?:how much|how many [mµμun]?[lg])(?: of)?(?: the)?\b(?P<thing>(?: {_THING}){{1,4}})",
        rf"(?P<thing>(?:\b{_THING} ){{1,3}}){_AMOUNT_NOUN}\b",
        rf"(?:^|[,:;/+] ?|and |& )(?:vol(?:ume)?|[mµμu]?[lg])\b(?P<thing>(?: {_THING}){{1,4}})",
        rf"\b{_AMOUNT_NOUN} of(?: the)?\b(?P<thing>(?: {_THING}){{1,4}})",
    )
)


def measured_thing(text: str) -> str:
    """Give what the amount is of that a question asks for; empty where it does not say.

    >>> [measured_thing(each) for each in ("How much of the lysis buffer is used?", "What DNA volume?")]
    ['lysis buffer', 'dna']
    """
    text = " ".join(text.lower().split())
    return next((found["thing"].strip() for form in _MEASURED if (found := form.search(text))), "")


ASKING_WORDS = frozenset(
    """
    temperature temperatures degree degrees hot cold warm cool heat long hour hours minute minutes min
    second seconds day days week weeks month months duration time times speed fast force rate volume
    amount amounts quantity much concentration conc vol temp strength size diameter thickness depth width
    height distance dose dosage step steps come comes
    happens
    happen right follow follows next number grams gram weight weigh device instrument setting settings
    recommended proper required necessary exactly final stage protocol following previous prior first
    list name tell show find explain please procedure one after stage stages wavelength wavelengths interval
    intervals rate rates ratio ratios multiplicity moi
    """.split()  # noqa: SIM905 (a word list reads better than a hundred lines)
)
"""Words that say what is asked for rather than about what; evidence need not hold them."""

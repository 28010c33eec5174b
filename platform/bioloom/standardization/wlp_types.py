"""BioPIE types of WLP spans: by WLP type, unit, or the words of ontology/wlp/lexicon.tsv."""

from collections.abc import Mapping

from bioloom.records import Mention
from bioloom.standardization.lexicon import classify
from bioloom.standardization.quantities import parse_quantity
from bioloom.standardization.sssom import read_mappings
from bioloom.standardization.wlp_context import Context

LEXICON = "wlp/lexicon.tsv"
TYPE_OF_KIND: Mapping[str, str] = {
    **{kind: kind for kind in ("volume", "mass", "length", "temperature", "time", "force", "speed", "times")},
    **dict.fromkeys(("energy", "voltage", "power", "current", "field"), "energy"),
    **dict.fromkeys(("concentration", "ratio"), "concentration"),
    "size": "size",
}
"""BioPIE's type of a value by what its unit measures."""

_INSTEAD_OF_SPEED = frozenset({"force", "temperature", "length", "time"})
_BY_UNIT = frozenset({"Amount", "Generic-Measure", "Size", "Speed"})


def biopie_type(mention: Mention, context: Context) -> str:
    """Give the BioPIE type of a WLP span; a type that is not WLP's stays as it is."""
    annotated = mention.native_type
    mapping = read_mappings("wlp/entities.sssom.tsv").get(annotated)
    default = mapping.object_label if mapping else annotated
    if annotated == "Mention":
        return classify(LEXICON, "Reagent", mention.text) or "chemical"
    if annotated in _BY_UNIT:
        return _by_unit(mention, default)
    if annotated == "Numerical":
        return _numerical(mention, context) or classify(LEXICON, annotated, mention.text) or default
    found = classify(LEXICON, annotated, mention.text) or default
    if found == "process" and mention.id in context.used:
        return "method"
    if found == "part" and annotated == "Location" and mention.id not in context.parts:
        return "container"
    return found


def _numerical(mention: Mention, context: Context) -> str | None:
    """Tell repetitions (`mix 3x`) from factors of a stock (`1x PBS`)."""
    if mention.id in context.counted:
        return "times"
    quantity = parse_quantity(mention.text)
    if quantity is not None and quantity.unit == "X":
        return "concentration" if mention.id in context.measures else "times"
    return None


def _by_unit(mention: Mention, default: str) -> str:
    """Type a value by what its unit measures, a vague one by its words; `number` where neither says."""
    annotated = mention.native_type
    quantity = parse_quantity(mention.text, "speed" if annotated == "Speed" else None)
    if quantity is not None and annotated == "Speed":
        return quantity.kind if quantity.kind in _INSTEAD_OF_SPEED else "speed"
    if quantity is not None and annotated == "Amount" and quantity.kind == "ratio":
        return "volume"
    if quantity is not None:
        return TYPE_OF_KIND.get(quantity.kind, "size" if annotated == "Size" else "number")
    named = classify(LEXICON, annotated, mention.text)
    if named is not None or annotated != "Amount":
        return named or default
    return "volume" if "vol" in mention.text.lower() else "number"

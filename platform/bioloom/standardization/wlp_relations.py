"""Rules for WLP relations: BioPIE relation and direction of each (docs/wlp.md)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bioloom.extraction.denied_verbs import is_denied
from bioloom.records import Mention, Relation
from bioloom.standardization.lexicon import classify, word_list
from bioloom.standardization.wlp_context import VALUES, WORDS, Context, says, squeeze
from bioloom.standardization.wlp_types import LEXICON

_WIDEST_GAP = 8
_OF_AN_ACT = frozenset({"Acts-on", "Site", "Using", "Setting", "Count", "Product", "Creates"})
Types = Mapping[str, str]
Ends = tuple[str, str, str]
Rule = Callable[[Relation, Context, Types], Ends]


def map_relation(relation: Relation, context: Context, types: Types) -> Relation:
    """Give a WLP relation as a BioPIE relation; one that WLP does not have keeps its own name."""
    rule = _RULES.get(relation.predicate)
    if rule is None:
        return replace(relation, annotated_predicate=relation.predicate)
    subject, predicate, object_ = rule(relation, context, types)
    return replace(
        relation,
        subject=subject,
        predicate=predicate,
        object=object_,
        annotated_predicate=relation.predicate,
        negated=relation.negated
        or predicate == "not"
        or (relation.subject in (subject, object_) and _is_of_denied_act(relation, context)),
    )


def role_of_modifier(relation: Relation, context: Context) -> str | None:
    """Say what becomes of the modifier of a Mod-Link: `merge`, `for_each`, `not`, or None if it stays."""
    if relation.predicate != "Mod-Link":
        return None
    head, modifier = context.mentions[relation.subject], context.mentions[relation.object]
    if modifier.native_type != "Modifier":
        return None
    if head.native_type in VALUES:
        return "merge" if _adjacent(head, modifier, context) else None
    if says(modifier.text, "for_each") and head.native_type != "Action" and head.id in context.verbs:
        return "for_each"
    if says(modifier.text, "not") and _denied(head, context):
        return "not"
    return None


def _adjacent(value: Mention, modifier: Mention, context: Context) -> bool:
    first, second = sorted((value, modifier), key=lambda mention: (mention.start, mention.end))
    if value.sentence_id != modifier.sentence_id or second.start - first.end > _WIDEST_GAP:
        return False
    gap = context.document.document.text[first.end : second.start]
    return squeeze(gap) in ("", "of", "a", "the", "-")


def _denied(head: Mention, context: Context) -> tuple[str, str] | None:
    """Find the action and the object that a negation is about."""
    if head.native_type == "Action":
        return (head.id, context.objects[head.id]) if head.id in context.objects else None
    return (context.verbs[head.id], head.id) if head.id in context.verbs else None


def _is_of_denied_act(relation: Relation, context: Context) -> bool:
    """Say whether something belongs to what must not be done: `do not exceed 35 cycles`."""
    act = context.mentions[relation.subject]
    if relation.predicate not in _OF_AN_ACT or act.native_type != "Action":
        return False
    before = context.document.document.text[context.sentence_starts.get(act.sentence_id, 0) : act.start]
    return is_denied(act.text, before) or _follows(act, "not", context)


def _follows(mention: Mention, name: str, context: Context) -> bool:
    words = word_list(WORDS, name)
    return any(found in words for found in context.before(mention))


def _acts_on(relation: Relation, context: Context, types: Types) -> Ends:
    verb, thing = context.mentions[relation.subject], context.mentions[relation.object]
    if verb.end <= thing.start and _follows(thing, "to", context):
        return verb.id, "to", thing.id
    return relation.object, "is_object_of", relation.subject


def _using(relation: Relation, context: Context, types: Types) -> Ends:
    annotated = context.mentions[relation.object].native_type
    kind = types[relation.object]
    if kind == "software":
        predicate = "use_software"
    elif annotated in ("Device", "Location"):
        predicate = "use_device"
    elif annotated == "Seal" or (annotated == "Reagent" and kind == "consumable"):
        predicate = "apply_material"
    elif annotated in ("Reagent", "Mention"):
        predicate = "use_reagent"
    else:
        predicate = "use_method"
    return relation.subject, predicate, relation.object


def _site(relation: Relation, context: Context, types: Types) -> Ends:
    place = context.mentions[relation.object]
    kind = types[relation.object]
    if _follows(place, "to", context):
        predicate = "to"
    elif _follows(place, "from", context):
        source_of = context.objects.get(relation.subject, relation.subject)
        return (relation.subject if source_of == relation.object else source_of), "from", relation.object
    elif _follows(place, "for_each", context) or says(place.text.split(" ")[0], "for_each"):
        predicate = "for_each"
    else:
        predicate = {
            "environment": "in_condition_of",
            "device": "use_device",
            "software": "use_software",
        }.get(kind, "to")
    return relation.subject, predicate, relation.object


def _setting(relation: Relation, context: Context, types: Types) -> Ends:
    if context.mentions[relation.subject].native_type != "Action":
        return relation.subject, "have_property", relation.object
    value = context.mentions[relation.object]
    surroundings = classify(LEXICON, "Location", value.text) == "environment" or types[value.id] == "energy"
    return relation.subject, "in_condition_of" if surroundings else "have_parameter", relation.object


def _mod_link(relation: Relation, context: Context, types: Types) -> Ends:
    head, modifier = context.mentions[relation.subject], context.mentions[relation.object]
    role = role_of_modifier(relation, context)
    denied = _denied(head, context)
    if role == "for_each":
        return context.verbs[head.id], "for_each", head.id
    if role == "not" and denied is not None:
        return denied[0], "not", denied[1]
    if head.native_type != "Action":
        return head.id, "have_property", modifier.id
    words = squeeze(modifier.text).split(" ")
    if says(modifier.text, "not"):
        predicate = "not"
    elif says(modifier.text, "extent"):
        predicate = "have_parameter"
    elif types[modifier.id] == "environment" or words[0] in word_list(WORDS, "condition"):
        predicate = "in_condition_of"
    else:
        predicate = "use_method" if types[modifier.id] == "method" else "have_parameter"
    return head.id, predicate, modifier.id


def _meronym(relation: Relation, context: Context, types: Types) -> Ends:
    part, whole = context.mentions[relation.subject], context.mentions[relation.object]
    if part.end <= whole.start and _follows(whole, "from", context):
        return part.id, "from", whole.id
    return whole.id, "contain", part.id


def _or(relation: Relation, context: Context, types: Types) -> Ends:
    first, second = sorted(
        (context.mentions[relation.subject], context.mentions[relation.object]),
        key=lambda mention: (mention.start, mention.end, mention.id),
    )
    return first.id, "or", second.id


def _commands(relation: Relation, context: Context, types: Types) -> Ends:
    head, other = context.mentions[relation.subject], context.mentions[relation.object]
    if _follows(other, "goal", context):
        return other.id, "is_goal_of", head.id
    if _follows(other, "means", context):
        return head.id, "use_method", other.id
    if _follows(head, "goal", context):
        return head.id, "is_goal_of", other.id
    if _follows(head, "means", context):
        return other.id, "use_method", head.id
    first, second = sorted((head, other), key=lambda mention: mention.start)
    return first.id, "next_step", second.id


def _as(predicate: str) -> Rule:
    return lambda relation, context, types: (relation.subject, predicate, relation.object)


def _swapped(predicate: str) -> Rule:
    return lambda relation, context, types: (relation.object, predicate, relation.subject)


_RULES: Mapping[str, Rule] = {
    "Acts-on": _acts_on,
    "Using": _using,
    "Site": _site,
    "Setting": _setting,
    "Measure": _as("have_property"),
    "Mod-Link": _mod_link,
    "Meronym": _meronym,
    "Or": _or,
    "Measure-Type-Link": _swapped("is_object_of"),
    "Count": _as("repetitions"),
    "Coreference-Link": _as("equal"),
    "Product": _as("product"),
    "Creates": _as("product"),
    "Commands": _commands,
    "Of-Type": _swapped("have_property"),
}

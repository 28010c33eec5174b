"""WLP to BioPIE: annotation of Wet Lab Protocols mapped, every record accounted for (docs/wlp.md)."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bioloom.records import AnnotatedDocument, Mention, Place, Reject, Relation, Skip
from bioloom.standardization.assertions import unknown_mention
from bioloom.standardization.wlp_context import gather, says
from bioloom.standardization.wlp_relations import map_relation, role_of_modifier
from bioloom.standardization.wlp_types import biopie_type


def to_biopie(document: AnnotatedDocument) -> AnnotatedDocument:
    """Give a WLP document in BioPIE's types and relations.

    Mentions and relations in = mentions and relations out + skips + rejects: pronouns that were resolved,
    modifiers that became part of a value or of a relation, and relations that fell together are skipped
    with a reason.
    """
    tally = _WlpTally(document.document.place)
    mentions = {mention.id: mention for mention in document.mentions}
    relations = [relation for relation in document.relations if tally.known(relation, mentions)]
    relations = _resolve_pronouns(mentions, relations, tally)
    context = gather(document, mentions, relations)
    types = {mention.id: biopie_type(mention, context) for mention in mentions.values()}

    roles = [role_of_modifier(relation, context) for relation in relations]
    consumed = _consumed(relations, roles)
    widened = _widen(mentions, relations, roles, document.document.text)
    mapped = []
    for relation, role in zip(relations, roles, strict=True):
        if role == "merge":
            tally.skip("MERGED_SPAN", relation.place)
        else:
            mapped.append(map_relation(relation, context, types))
    for mention_id, role in consumed.items():
        tally.skip("MERGED_SPAN" if role == "merge" else "TRIGGER_WORD")
        del mentions[mention_id]
    return replace(
        document,
        mentions=tuple(
            replace(
                widened.get(mention.id, mention),
                native_type=types[mention.id],
                annotated_type=mention.native_type,
            )
            for mention in mentions.values()
        ),
        relations=tuple(_distinct(mapped, tally)),
        scheme="biopie",
        rejects=(*document.rejects, *tally.rejects),
        skips=(*document.skips, *tally.skips),
    )


class _WlpTally:
    """Collects what is left out, and why."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.rejects: list[Reject] = []
        self._counts: Counter[tuple[str, Place]] = Counter()

    @property
    def skips(self) -> tuple[Skip, ...]:
        return tuple(Skip(reason, place, count) for (reason, place), count in self._counts.items())

    def skip(self, reason: str, place: Place | None = None) -> None:
        self._counts[(reason, place or self.place)] += 1

    def known(self, relation: Relation, mentions: Mapping[str, Mention]) -> bool:
        """Refuse a relation whose ends are not mentions of the document."""
        missing = [end for end in (relation.subject, relation.object) if end not in mentions]
        if missing:
            self.rejects.append(unknown_mention(relation, missing))
        return not missing


def _resolve_pronouns(
    mentions: dict[str, Mention], relations: Sequence[Relation], tally: _WlpTally
) -> list[Relation]:
    """Move the relations of `it` and `them` to what they stand for, and drop the pronouns."""
    links = {
        relation.subject: relation.object
        for relation in reversed(relations)
        if relation.predicate == "Coreference-Link" and mentions[relation.subject].native_type == "Mention"
    }
    antecedents = {mention_id: _antecedent(mention_id, links) for mention_id in links}
    resolved = {start: end for start, end in antecedents.items() if mentions[end].native_type != "Mention"}
    lost = {
        mention.id
        for mention in mentions.values()
        if mention.native_type == "Mention" and mention.id not in resolved and says(mention.text, "pronoun")
    }
    kept = []
    for relation in relations:
        if relation.predicate == "Coreference-Link" and relation.subject in resolved:
            tally.skip("RESOLVED_PRONOUN", relation.place)
        elif {relation.subject, relation.object} & lost:
            tally.skip("UNRESOLVED_PRONOUN", relation.place)
        else:
            subject = resolved.get(relation.subject, relation.subject)
            object_ = resolved.get(relation.object, relation.object)
            kept.append(replace(relation, subject=subject, object=object_))
    for mention_id in resolved:
        tally.skip("RESOLVED_PRONOUN")
        del mentions[mention_id]
    for mention_id in sorted(lost):
        tally.skip("UNRESOLVED_PRONOUN")
        del mentions[mention_id]
    return kept


def _antecedent(mention_id: str, links: Mapping[str, str]) -> str:
    """Follow coreference to its end; a circle ends where it began."""
    seen = {mention_id}
    while mention_id in links and links[mention_id] not in seen:
        mention_id = links[mention_id]
        seen.add(mention_id)
    return mention_id


def _consumed(relations: Sequence[Relation], roles: Sequence[str | None]) -> dict[str, str]:
    """Name the modifiers that nothing else needs once their Mod-Links are used up."""
    uses: dict[str, list[str | None]] = defaultdict(list)
    for relation, role in zip(relations, roles, strict=True):
        uses[relation.subject].append(None)
        uses[relation.object].append(role)
    return {
        mention_id: found[0]
        for mention_id, found in uses.items()
        if found[0] is not None and all(role is not None for role in found)
    }


def _widen(
    mentions: Mapping[str, Mention],
    relations: Sequence[Relation],
    roles: Sequence[str | None],
    text: str,
) -> dict[str, Mention]:
    """Stretch values over the bounds that belong to them: `approximately 1 nm` is one span."""
    widened: dict[str, Mention] = {}
    for relation, role in zip(relations, roles, strict=True):
        if role == "merge":
            value = widened.get(relation.subject, mentions[relation.subject])
            bound = mentions[relation.object]
            start, end = min(value.start, bound.start), max(value.end, bound.end)
            widened[value.id] = replace(value, start=start, end=end, text=text[start:end])
    return widened


def _distinct(relations: Sequence[Relation], tally: _WlpTally) -> list[Relation]:
    """Drop relations of a thing to itself and the same relation stated twice."""
    seen: dict[tuple[str, str, str], Relation] = {}
    for relation in relations:
        key = (relation.subject, relation.predicate, relation.object)
        if relation.subject == relation.object:
            tally.skip("SELF_RELATION", relation.place)
        elif key in seen:
            tally.skip("DUPLICATE_RELATION", relation.place)
        else:
            seen[key] = relation
    return list(seen.values())

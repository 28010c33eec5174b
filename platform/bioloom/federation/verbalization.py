"""Verbalization: a fact as a short directed statement to rank by (SPEC T7), and as a plain sentence."""

from collections.abc import Iterable

from bioloom.biolink import verbalize
from bioloom.federation.facts import Fact


def sentence(fact: Fact) -> str:
    """Put a fact into words: both names, the predicate without underscores, the qualifiers in brackets.

    >>> from bioloom.federation.facts import RemoteEntity
    >>> drug, gene = RemoteEntity("DRUGBANK:DB00482", "Celecoxib"), RemoteEntity("NCBIGene:5743", "PTGS2")
    >>> sentence(Fact(drug, "biolink:affects", gene, "infores:ctd", "", "", (),
    ...               {"object_direction_qualifier": "decreased", "object_aspect_qualifier": "activity"}))
    'Celecoxib affects PTGS2 (object aspect activity, object direction decreased)'
    """
    predicate = fact.predicate.rpartition(":")[2].replace("_", " ")
    said = f"{one_line(fact.subject.name)} {predicate} {one_line(fact.object.name)}"
    details = ", ".join(
        f"{slot.removesuffix('_qualifier').replace('_', ' ')} {one_line(value.rpartition(':')[2])}"
        for slot, value in sorted(fact.qualifiers.items())
    )
    return f"{said} ({details})" if details else said


def plain_sentence(fact: Fact) -> str:
    """Put a fact into a sentence for people, as a statement of the local graph is put."""
    qualifiers = {slot: one_line(value) for slot, value in fact.qualifiers.items()}
    return verbalize(one_line(fact.subject.name), fact.predicate, one_line(fact.object.name), qualifiers)


def sentences(facts: Iterable[Fact]) -> dict[str, tuple[Fact, ...]]:
    """Put facts into words, each wording once with all facts that it stands for, in their order."""
    found: dict[str, list[Fact]] = {}
    for fact in facts:
        found.setdefault(sentence(fact), []).append(fact)
    return {text: tuple(stated) for text, stated in found.items()}


def one_line(text: str) -> str:
    """Keep a name of another graph on one line and printable: it is data, whatever it says."""
    return "".join(c if c.isprintable() else " " for c in " ".join(text.split()))[:200]

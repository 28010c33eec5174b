"""Relations of a publication as claims about the entities that its mentions denote."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bioloom.biolink import NAMED_THING, Biolink
from bioloom.extraction.claim_marks import mark_claim
from bioloom.extraction.denial_scope import Reach, denial_reach
from bioloom.extraction.relation_phrases import relation_phrase
from bioloom.graph.rows.supporting_evidence import DOCUMENTS, SUPPORT
from bioloom.records import (
    OWN_SCHEME,
    AnnotatedDocument,
    Assertion,
    Claim,
    Mention,
    Reject,
    Relation,
    Sentence,
    Skip,
    SourceClaim,
    StandardDocument,
    Value,
)
from bioloom.records.attributes import attributes
from bioloom.records.record_serialization import serialize_record
from bioloom.standardization import CLAIM_SCHEMES
from bioloom.standardization.assertions import unknown_mention
from bioloom.standardization.publication_entities import NAME_NOT_IN_TEXT, mention_type
from bioloom.standardization.relate.negation import detect_negation
from bioloom.standardization.relation_tables import is_no_relation, mapping_table, relation_term

TEXT_MINING = "text_mining_agent"
NO_RELATION, ONE_THING = "the label of no relation", "both ends are one thing"
UNCLEAR_DENIAL = "a claim that its sentence may deny"
_PMID = re.compile(r"(?:PMID:\s*)?([1-9]\d{0,8})", re.IGNORECASE)
_GAP = " [...] "


def extract_claims(
    annotated: AnnotatedDocument, standard: StandardDocument
) -> list[SourceClaim | Reject | Skip]:
    """Turn each relation of a publication into a claim, a reject or a skip, in their order.

    Documents of other schemes give none: their relations stay between mentions. A claim names the entities
    of its ends, carries its sentence, and states its evidence in its properties
    (graph.rows.supporting_evidence).
    """
    if annotated.scheme not in CLAIM_SCHEMES:
        return []
    maker = _Claims(
        annotated,
        {mention.id: mention for mention in standard.mentions},
        {mention.id: mention for mention in annotated.mentions},
        {sentence.id: sentence for sentence in annotated.sentences},
        _publication(annotated.document.properties),
    )
    return [maker.claim(relation) for relation in annotated.relations]


def is_of_text(claim: SourceClaim) -> bool:
    """Say whether a claim was drawn from a document that is in the graph."""
    return DOCUMENTS in claim.properties


def missing_name(claim: SourceClaim) -> str | None:
    """Name the first end whose name does not stand in the sentence that states the claim."""
    return next((name for name in (claim.subject, claim.object) if name.strip() not in claim.text), None)


def refused_ends(
    assertion: Assertion, categories: Mapping[str, tuple[str, ...]], biolink: Biolink
) -> str | None:
    """Say how the kinds of a claim's ends break its predicate's domain or range; None where they do not.

    Ends of unknown kind break nothing.
    """
    ends = categories.get(assertion.subject, ()), categories.get(assertion.object, ())
    if any(not kinds or NAMED_THING in kinds for kinds in ends):
        return None
    return biolink.signature_fault(ends[0], assertion.predicate, ends[1])


def order_symmetric_ends(
    assertion: Assertion, categories: Mapping[str, tuple[str, ...]], biolink: Biolink
) -> Assertion:
    """Put the ends of a symmetric predicate in one order, so that texts which name them either way agree."""
    ends = [(categories.get(end, ()), end) for end in (assertion.subject, assertion.object)]
    if not biolink.symmetric(assertion.predicate) or ends[0] <= ends[1] or _tells_ends_apart(assertion):
        return assertion
    return replace(assertion, subject=assertion.object, object=assertion.subject)


def _tells_ends_apart(assertion: Assertion) -> bool:
    return any(name.startswith(("subject_", "object_")) for name in assertion.qualifiers)


@dataclass(frozen=True)
class _Claims:
    """Turns the relations of one document into claims."""

    document: AnnotatedDocument
    mentions: Mapping[str, Mention]
    annotated: Mapping[str, Mention]
    sentences: Mapping[str, Sentence]
    publication: str | None

    def claim(self, relation: Relation) -> SourceClaim | Reject | Skip:
        """Build the claim of one relation."""
        ends = self.mentions.get(relation.subject), self.mentions.get(relation.object)
        subject, object_ = ends
        if subject is None or object_ is None:
            return self._lost(relation)
        term = self._term(relation)
        if term is not None and is_no_relation(term):
            return Skip(NO_RELATION, relation.place)
        if subject.entity_id is not None and subject.entity_id == object_.entity_id:
            return Skip(ONE_THING, relation.place)
        denial = self._denial(relation, subject, object_, term)
        if denial == "unclear":
            return Skip(UNCLEAR_DENIAL, relation.place)
        claim = self._claim(relation, subject, object_, term, denied=denial == "denied")
        nameless = next((end for end in (subject, object_) if end.entity_id is None), None)
        if nameless is not None:
            message = (
                f"{nameless.text[:80]!r} is no name of a thing: it is neither grounded nor can it be minted"
            )
            return Reject("BAD_NAME", "map", message, relation.place, serialize_record(claim))
        return claim

    def _claim(
        self, relation: Relation, subject: Mention, object_: Mention, term: str | None, *, denied: bool
    ) -> SourceClaim:
        text, sentences = self._text(subject, object_)
        document, agent = self.document.document, self.document.agent_type
        mined = agent == TEXT_MINING
        level = "not_provided" if mined else "knowledge_assertion"
        support = {
            "document": document.id,
            "sentences": list(sentences),
            "text": text,
            "subject": _end(subject),
            "predicate": term or relation.predicate,
            "object": _end(object_),
            "publication": self.publication,
            "extractor": self.document.extractor,
            "confidence": relation.confidence,
            "knowledge_level": level,
            "agent_type": agent,
        }
        given = {name: value for name, value in support.items() if value is not None}
        own = self.document.scheme == OWN_SCHEME
        properties: dict[str, Value | None] = {
            "primary_knowledge_source": document.primary_knowledge_source,
            "knowledge_level": level,
            "agent_type": agent,
            DOCUMENTS: (document.id,),
            "sentence_ids": sentences,
            "supporting_text": (text,),
            SUPPORT: (json.dumps(given, ensure_ascii=False, separators=(",", ":")),),
            "predicate_mapped_by": None if term is None else mapping_table(term),
            "annotated_predicate": relation.annotated_predicate if own else None,
            "publications": None if self.publication is None else (self.publication,),
            "extractor": None if self.document.extractor is None else (self.document.extractor,),
            "extraction_confidence_score": relation.confidence,
            "negated": denied or None,
        }
        return SourceClaim(
            subject.text,
            term or relation.predicate,
            object_.text,
            relation.place,
            text,
            subject.entity_id or "",
            object_.entity_id or "",
            _category(subject),
            _category(object_),
            {name: value for name, value in properties.items() if value is not None},
        )

    def _term(self, relation: Relation) -> str | None:
        return relation_term(self.document.scheme or "", relation.predicate, relation.annotated_predicate)

    def _denial(self, relation: Relation, subject: Mention, object_: Mention, term: str | None) -> Reach:
        """Say whether a relation is denied, or whether its sentence leaves that open.

        A person who annotated a relation has read its sentence, so only what a program found is asked about,
        and only where both ends stand in one sentence.
        """
        if relation.negated:
            return "denied"
        sentence = self.sentences.get(subject.sentence_id)
        mined = self.document.agent_type == TEXT_MINING and term is not None
        if not mined or sentence is None or subject.sentence_id != object_.sentence_id:
            return "outside"
        one, other, *rest = (
            (each.start - sentence.start, each.end - sentence.start)
            for each in (subject, object_, *self._others(subject, object_))
        )
        phrase = relation_phrase(sentence.text, one, other, rest)
        if detect_negation(Claim(subject.text, phrase, object_.text, sentence.text), firm=True) is None:
            return "outside"
        return denial_reach(mark_claim(sentence.text, one, other, rest))

    def _others(self, *ends: Mention) -> Iterator[Mention]:
        known = {end.id for end in ends}
        for mention in self.mentions.values():
            if mention.sentence_id == ends[0].sentence_id and mention.id not in known:
                yield mention

    def _text(self, subject: Mention, object_: Mention) -> tuple[str, tuple[str, ...]]:
        """Give the sentence that holds both ends, or both sentences in their order; with the ids."""
        held = {one.id: one for one in (self.sentences[end.sentence_id] for end in (subject, object_))}
        ordered = sorted(held.values(), key=lambda sentence: sentence.index)
        near = len(ordered) < 2 or ordered[1].index == ordered[0].index + 1
        return (" " if near else _GAP).join(one.text for one in ordered), tuple(one.id for one in ordered)

    def _lost(self, relation: Relation) -> Reject:
        lost = [end for end in (relation.subject, relation.object) if end not in self.mentions]
        if any(end not in self.annotated for end in lost):
            return unknown_mention(relation, lost)
        names = ", ".join(repr(self.annotated[end].text[:80]) for end in lost)
        message = f"{relation.predicate} relates {names}, which does not stand in its sentence"
        ends = self._as_given(relation.subject), self._as_given(relation.object)
        if any(end.sentence_id not in self.sentences for end in ends):
            stated = attributes(relation, "subject", "predicate", "object")
            return Reject(NAME_NOT_IN_TEXT, "map", message, relation.place, stated)
        term = self._term(relation)
        claim = self._claim(relation, *ends, term, denied=self._denial(relation, *ends, term) == "denied")
        return Reject(NAME_NOT_IN_TEXT, "map", message, relation.place, serialize_record(claim))

    def _as_given(self, id_: str) -> Mention:
        """Find a mention as it was written, or a refused one with its category."""
        if id_ in self.mentions:
            return self.mentions[id_]
        mention = self.annotated[id_]
        known = mention_type(self.document.scheme or "", mention.native_type)
        return replace(mention, category=known[1] if known else None)


def _end(mention: Mention) -> dict[str, object]:
    end = {"mention": mention.id, "name": mention.text, "start": mention.start, "end": mention.end}
    return end if mention.entity_id is None else end | {"id": mention.entity_id}


def _category(mention: Mention) -> str:
    return "" if mention.category in (None, NAMED_THING) else str(mention.category)


def _publication(properties: Mapping[str, Value]) -> str | None:
    """Give a document's PubMed id as a CURIE, where it has one; else its PMC id or DOI."""
    for slot, prefix in (("pmid", "PMID"), ("pmcid", "PMC"), ("doi", "DOI")):
        text = str(properties.get(slot) or "").strip()
        if slot == "pmid":
            found = _PMID.fullmatch(text)
            text = found[1] if found else ""
        bare = text.removeprefix(f"{prefix}:").removeprefix(prefix).strip()
        if bare and not any(mark.isspace() for mark in bare):
            return f"{prefix}:{bare}"
    return None

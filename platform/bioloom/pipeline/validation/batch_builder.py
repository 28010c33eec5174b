"""Batch builder: source records are standardized or validated, then collected for one transaction."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter, itemgetter

from bioloom.biolink import Biolink
from bioloom.extraction.output_validation import document_fault
from bioloom.graph.rows.property_values import content_hash, row
from bioloom.graph.rows.record_columns import RecordColumns
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.grounding.name_variants import is_kind
from bioloom.pipeline.validation.edge_validation import (
    EdgeValidator,
    FindCategories,
    PhraseMapper,
    SourceRelation,
    ValidEdge,
)
from bioloom.pipeline.validation.odd_values import (
    CHECKED,
    OUT_OF_RANGE,
    count_out_of_range,
    spoilt_by_spreadsheet,
)
from bioloom.pipeline.validation.publication_claims import extract_claims
from bioloom.pipeline.validation.publication_ids import (
    NO_CURIE,
    PUBLICATIONS,
    count_in_column,
    count_no_curies,
)
from bioloom.pipeline.validation.record_validation import infores, validate_node
from bioloom.pipeline.validation.table_forms import TableForms
from bioloom.records import (
    AnnotatedDocument,
    Assertion,
    Entity,
    LoadOptions,
    Mention,
    NumberedReject,
    Place,
    Reject,
    Relation,
    Skip,
    SourceClaim,
    SourceEdge,
    SourceNode,
    SourceRecord,
    StandardDocument,
    TableRows,
    Value,
)
from bioloom.records.record_shape import shape_fault
from bioloom.standardization import CLAIM_SCHEMES, standardize

_SPOILT = "gene names that a spreadsheet made a date or a number of"
_LARGEST = 50_000
"""Sentences, mentions (twice) and relations of a document: it is written whole, in one transaction."""

_SENTENCES, _CHARACTERS_TO_EXTRACT = 10_000, 1_000_000
"""Limits above which a document exceeds `_LARGEST` once extracted: of the 498 protocols of WLP (train, dev)
the sparsest has 5.3 such parts a sentence and 48 in 1,000 characters, half have more than 15 and 220."""

_WORDS_TO_EXTRACT = 350_000
"""Words and signs that an extractor reads in a document: its time grows with them, whatever they are made of.
Half of the protocols of WLP (train, dev) have fewer than 222 in 1,000 characters, the densest has 400."""

_WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")

_CHARACTERS = 2_000
"""Characters of text that count as one more row of a batch, so that batches of long texts stay small."""

_MOST_CATEGORIES = 200_000
"""Nodes of a load whose categories are remembered for the phrases of its edges."""

_LONGEST_SHOWN = 1_000  # characters of a record that is none

_ROWS_OF_A_CLAIM = 3
"""An edge, and its ends."""


class BatchBuilder:
    """Collects the records of a batch, each standardized or validated; counts and rejects come with it.

    `rows` is the size of the batch so far; `take_batch` gives it and begins the next. Free relation phrases
    are mapped when the batch is taken, all in one call of `mapper`.
    """

    def __init__(
        self,
        options: LoadOptions,
        biolink: Biolink,
        mapper: PhraseMapper | None = None,
        stored_categories: FindCategories = lambda _: {},
    ) -> None:
        self._biolink = biolink
        self._forms = TableForms(biolink)
        self._validator = EdgeValidator(options, biolink, mapper, self._find_categories)
        self._stored_categories = stored_categories
        self._categories: dict[str, tuple[str, ...]] = {}
        self._files: dict[str, str] = {}
        self._position = 0
        self._clear()

    def _clear(self) -> None:
        self.rows = self._read = self._extracted = 0
        self._entities: list[tuple[int, Entity, Place]] = []
        self._nodes: list[RecordColumns] = []
        self._edges: list[RecordColumns] = []
        self._ids: set[str] = set()
        self._assertions: list[tuple[int, Assertion, SourceRelation]] = []
        self._documents: list[StandardDocument] = []
        self._document_positions: list[int] = []
        self._named: list[Entity] = []
        self._waiting: list[tuple[int, SourceRelation, int | None]] = []
        self._rejects: list[NumberedReject] = []
        self._skips: Counter[str] = Counter()
        self._left_out: list[Skip] = []
        self._warnings: Counter[str] = Counter()
        self._spoilt = ""

    def take_batch(self, place: str = "") -> PendingBatch:
        """Map the phrases that wait, give the batch, which ends at this place, and begin the next one."""
        if self._nodes or self._edges:  # what does not follow a form is read last
            self._entities.sort(key=itemgetter(0))
            self._assertions.sort(key=itemgetter(0))
        self._map_phrases()
        batch = PendingBatch(
            [entity for _, entity, _ in self._entities],
            [assertion for _, assertion, _ in self._assertions],
            self._documents,
            self._named,
            [place for _, _, place in self._entities],
            position=self._position,
            place=place,
            read=self._read,
            extracted=self._extracted,
            relations=[(number, relation) for number, _, relation in self._assertions],
            nodes=self._nodes,
            edges=self._edges,
            document_positions=self._document_positions,
            rejects=sorted(self._rejects, key=attrgetter("position")),
            skips=self._skips,
            left_out=self._left_out,
            warnings=self._warnings,
        )
        self._clear()
        return batch

    def pass_over(self, record: SourceRecord) -> None:
        """Note a record that an earlier run has written: its document id is taken."""
        if isinstance(record, AnnotatedDocument):
            if not document_fault(record.document, ()):
                self._files.setdefault(record.document.id, record.document.place.file)
        elif isinstance(record, TableRows):
            for at in range(len(record)):
                self.pass_over(record.record(at))
        elif isinstance(record, SourceNode):
            known = (self._biolink.category(text) for text in record.categories)
            self._remember(record.id, tuple(category for category in known if category is not None))

    def add(
        self, position: int, record: SourceRecord, extracted: int = 0, warning: str = "", refusal: str = ""
    ) -> None:
        """Standardize or validate one record, or rows of a table, of which `position` is that of the last.

        Of its parts, `extracted` are an extractor's.
        A document with a `refusal` is rejected as too large.
        """
        if isinstance(record, TableRows):
            self._add_rows(position, record)
            return
        self._position = position
        self.rows += 1
        self._extracted += extracted
        if warning:
            self._warnings[warning] += 1
        if isinstance(record, AnnotatedDocument):
            self._add_document(position, record, refusal)
        elif fault := shape_fault(record):
            self._read += 1
            given = {"given": repr(record)[:_LONGEST_SHOWN]}
            self._refuse(position, "BAD_TYPE", fault, getattr(record, "place", None), given)
        elif isinstance(record, SourceEdge | SourceClaim):
            self._read += 1
            self.rows += _count_characters(record.properties) // _CHARACTERS
            if PUBLICATIONS in record.properties:
                self._warn_of_publications(count_no_curies(record.properties[PUBLICATIONS]))
            self._warn_of_numbers(record.properties)
            if isinstance(record, SourceClaim):
                for name, kind in (
                    (record.subject, record.subject_category),
                    (record.object, record.object_category),
                ):
                    self._warn_of_spoilt(name, (self._biolink.category(kind) or "",), record.place)
                self.rows += 2 + len(record.text) // _CHARACTERS
            if self._validator.waits(record):
                self._waiting.append((position, record, None))
            else:
                self._add_relation(position, record, self._validator.validate(record))
        elif isinstance(record, Skip):
            self._read += record.count
            self._skips[record.reason] += record.count
            if not record.count:
                self._warnings[record.reason] += 1
            if record.remedy:
                self._left_out.append(record)
        elif isinstance(record, Reject):
            self._read += 1
            self._rejects.append(NumberedReject(position, record))
        else:
            self._read += 1
            self.rows += _count_characters(record.properties) // _CHARACTERS
            entity = validate_node(record, self._biolink)
            if isinstance(entity, Reject):
                self._rejects.append(NumberedReject(position, entity))
            else:
                self._entities.append((position, entity, record.place))
                self._ids.add(entity.id)
                self._remember(entity.id, entity.categories)
                self._warn_of_spoilt(entity.name, entity.categories, record.place)

    def _add_rows(self, position: int, rows: TableRows) -> None:
        """Lay out the rows that follow a known form; read the others, and those of an id that came before."""
        first, block = position + 1 - len(rows), self._forms.read(rows)
        if block is None:
            for at in range(len(rows)):
                self.add(first + at, rows.record(at))
            return
        for at in block.unread():
            known = len(self._entities), len(self._assertions)
            self.add(first + at, rows.record(at))
            if len(self._entities) > known[0]:
                entity = self._entities[-1][1]
                self._forms.learn(block, at, entity)
            elif len(self._assertions) > known[1]:
                assertion = self._assertions[-1][1]
                self._forms.learn(block, at, assertion)
        kept = self._nodes if rows.table.of_nodes else self._edges
        laid_out = list(block.laid_out(first))
        late = self._repeated(laid_out)
        for at in sorted(late):
            self.add(first + at, rows.record(at))
        for columns in laid_out:
            columns = columns.without({place for place, at in enumerate(columns.at) if at in late})
            if rows.table.of_nodes and len(self._categories) < _MOST_CATEGORIES:
                categories = tuple(map(str, columns.shared["category"]))  # type: ignore[arg-type]
                self._categories |= dict.fromkeys(columns.texts("id"), categories)
            self._warn_of_columns(columns)
            if PUBLICATIONS in columns.own:
                self._warn_of_publications(count_in_column(columns.texts(PUBLICATIONS)))
            self._read += len(columns)
            self.rows += len(columns)
            kept.append(columns)
        self.rows += sum(map(len, chain.from_iterable(rows.cells))) // _CHARACTERS
        self._position = position

    def _warn_of_spoilt(self, name: str, categories: Sequence[str], place: Place) -> None:
        """Warn of a gene that a spreadsheet renamed; the first one of the load is named."""
        if spoilt_by_spreadsheet(name, categories):
            self._spoilt = self._spoilt or f"{_SPOILT}, such as {name.strip()} ({place})"
            self._warnings[self._spoilt] += 1

    def _warn_of_numbers(self, properties: Mapping[str, Value]) -> None:
        for slot in CHECKED.intersection(properties):
            self._warn_out_of_range(slot, (properties[slot],))

    def _warn_of_columns(self, columns: RecordColumns) -> None:
        kinds = columns.shared.get("category")
        categories = tuple(map(str, kinds)) if isinstance(kinds, list) else ()
        if "name" in columns.own and is_kind(categories, "gene"):
            for at, name in enumerate(columns.texts("name")):
                if name[:1].isalnum() and spoilt_by_spreadsheet(name, categories):
                    self._warn_of_spoilt(name, categories, columns.source.record(columns.at[at]).place)
        for slot in CHECKED.intersection(columns.own):
            self._warn_out_of_range(slot, columns.own[slot])

    def _warn_out_of_range(self, slot: str, values: Iterable[object]) -> None:
        if odd := count_out_of_range(slot, values):
            self._warnings[OUT_OF_RANGE] += odd

    def _warn_of_publications(self, odd: int) -> None:
        if odd:
            self._warnings[NO_CURIE] += odd

    def _repeated(self, laid_out: Sequence[RecordColumns]) -> set[int]:
        """Find the rows that are not the first of the batch with their id; they are merged one by one."""
        ids = list(chain.from_iterable(columns.texts("id") for columns in laid_out))
        late: set[int] = set()
        if len({*ids}) < len(ids) or not self._ids.isdisjoint(ids):
            for at, id_ in sorted(
                zip(chain.from_iterable(columns.at for columns in laid_out), ids, strict=True)
            ):
                if id_ in self._ids:
                    late.add(at)
                self._ids.add(id_)
        self._ids.update(ids)
        return late

    def _add_document(self, position: int, annotated: AnnotatedDocument, refusal: str) -> None:
        document = annotated.document
        parts = (
            len(annotated.sentences)
            + len(annotated.mentions)
            + sum(not relation.derived for relation in annotated.relations)
            + len(annotated.rejects)
            + sum(skip.count for skip in annotated.skips)
        )
        self._read += 1 + parts
        size = len(annotated.sentences) + 2 * len(annotated.mentions) + len(annotated.relations)
        code, message = "TOO_LARGE", refusal
        annotation: list[Mention | Relation] = [*annotated.mentions, *annotated.relations]
        stated = document.primary_knowledge_source
        fault = document_fault(document, annotated.sentences, annotation)
        source = "" if fault else infores(stated) or ""
        if not fault and not source:
            fault = "BAD_PRIMARY_SOURCE", f"{stated!r} cannot be written as an infores CURIE"
        if fault is not None:
            code, message = fault
        elif document.id in self._files:
            code = "DUPLICATE_DOCUMENT"
            message = (
                f"{document.id} is already the id of {self._files[document.id]}; rename one of the files"
            )
        elif size > _LARGEST:
            message = (
                f"it has {len(annotated.sentences)} sentences and {len(annotated.mentions)} mentions, "
                "more than one transaction holds; cut it into several documents"
            )
        if fault is None:
            self._files.setdefault(document.id, document.place.file)
        if message:
            self._refuse(position, code, message, getattr(document, "place", None), {"id": f"{document.id}"})
            self._skips["in a rejected document"] += parts
            return
        if source != stated:
            properties = {"original_primary_knowledge_source": stated, **document.properties}
            document = replace(document, primary_knowledge_source=source, properties=properties)
            annotated = replace(annotated, document=document)
        standard = standardize(annotated, self._biolink)
        self._documents.append(standard)
        self._document_positions.append(position)
        self._rejects.extend(NumberedReject(position, reject, part=True) for reject in standard.rejects)
        for skip in standard.skips:
            self._skips[skip.reason] += skip.count
        if annotated.scheme in CLAIM_SCHEMES:
            self._add_claims(position, extract_claims(annotated, standard))
        repeated = len(standard.assertions) - len({assertion.id for assertion in standard.assertions})
        self._skips["the same relation again"] += repeated
        self.rows += len(standard.sentences) + 2 * len(standard.mentions) + len(standard.assertions)
        self.rows += len(document.text) // _CHARACTERS

    def _refuse(
        self, position: int, code: str, message: str, place: object, record: Mapping[str, object]
    ) -> None:
        """Reject a record; one whose place is none is told by its number."""
        place = place if isinstance(place, Place) else Place(f"record {position}")
        self._rejects.append(NumberedReject(position, Reject(code, "validate", message, place, record)))

    def _add_claims(self, position: int, claims: Sequence[SourceClaim | Reject | Skip]) -> None:
        """Add what the document that was added last claims of entities."""
        for claim in claims:
            if isinstance(claim, Reject):
                self._rejects.append(NumberedReject(position, claim, part=True))
            elif isinstance(claim, Skip):
                self._skips[claim.reason] += claim.count
            else:
                self.rows += _ROWS_OF_A_CLAIM
                self._waiting.append((position, claim, len(self._documents) - 1))

    def _map_phrases(self) -> None:
        """Validate the relations whose phrases wait; a document keeps what it states of entities."""
        waiting, self._waiting = self._waiting, []
        edges = self._validator.validate_all([relation for _, relation, _ in waiting]) if waiting else []
        stated: dict[int, list[str]] = defaultdict(list)
        for (position, relation, document), edge in zip(waiting, edges, strict=True):
            self._add_relation(position, relation, edge, part=document is not None)
            if document is not None and isinstance(edge, ValidEdge):
                stated[document].append(_content(edge.assertion))
        for document, contents in stated.items():
            self._documents[document] = replace(self._documents[document], stated=tuple(contents))

    def _add_relation(
        self, position: int, relation: SourceRelation, edge: ValidEdge | Reject, *, part: bool = False
    ) -> None:
        if isinstance(edge, Reject):
            self._rejects.append(NumberedReject(position, edge, part))
            return
        self._assertions.append((position, edge.assertion, relation))
        self._ids.add(edge.assertion.id)
        self._named.extend(edge.named)

    def _remember(self, id_: str, categories: tuple[str, ...]) -> None:
        if len(self._categories) < _MOST_CATEGORIES:
            self._categories[id_] = categories

    def _find_categories(self, ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """Find the categories of ends: of this load's nodes, else of the graph."""
        unknown = tuple(id_ for id_ in ids if id_ not in self._categories)
        stored = self._stored_categories(unknown) if unknown else {}
        return {**stored, **{id_: self._categories[id_] for id_ in ids if id_ in self._categories}}


def too_long_to_extract(annotated: AnnotatedDocument) -> str:
    """Explain why the extractions of a document would not fit one transaction; empty text if they fit.

    >>> from bioloom.records import Document, Place
    >>> short = Document("lab:mix", "Mix", "Mix.", "protocol", "infores:lab", Place("mix.txt"))
    >>> too_long_to_extract(AnnotatedDocument(short, ()))
    ''
    """
    sentences, characters = len(annotated.sentences), len(annotated.document.text)
    if sentences <= _SENTENCES and characters <= _CHARACTERS_TO_EXTRACT:
        words = (
            sum(1 for _ in _WORD.finditer(annotated.document.text)) if characters > _WORDS_TO_EXTRACT else 0
        )
        if words <= _WORDS_TO_EXTRACT:
            return ""
        return (
            f"it has {words:,} words and signs, more than an extractor reads in one document "
            f"({_WORDS_TO_EXTRACT:,}), so nothing was extracted: split it into several documents, "
            "or load it without an extractor"
        )
    return (
        f"it has {sentences:,} sentences and {characters:,} characters; with what an extractor finds in them "
        "that is more than one transaction holds, so nothing was extracted: split it into several documents, "
        "or load it without an extractor"
    )


def _content(assertion: Assertion) -> str:
    return content_hash([assertion.id, *sorted(map(list, row(assertion.properties).items()))])


def _count_characters(properties: Mapping[str, Value]) -> int:
    """Count the characters of texts, those in lists too."""
    length = 0
    for value in properties.values():
        if isinstance(value, str):
            length += len(value)
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, str):
                    length += len(item)
    return length

"""Malformed records of many kinds between good ones, in real files of every format; what each must become."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field


@dataclass
class MalformedFile:
    """A file of good and bad records: its bytes, the rejects by code and line, the ids that must load."""

    name: str
    format: str
    content: bytearray = field(default_factory=bytearray)
    expected: Counter[tuple[str, int | None]] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    good: list[str] = field(default_factory=list)
    edges: int = 0
    beside: dict[str, bytes] = field(default_factory=dict)

    @property
    def line(self) -> int:
        return self.content.count(b"\n", self._counted) + self._lines

    _counted: int = 0
    _lines: int = 1

    def write(self, text: str | bytes) -> int:
        """Append text; give the line on which it begins."""
        self._lines, self._counted = self.line, len(self.content)
        begun = self._lines
        self.content += text if isinstance(text, bytes) else text.encode()
        return begun

    def bad(self, kind: str, code: str, text: str | bytes, offset: int = 0) -> None:
        """Append a bad record that becomes one reject of this code, `offset` lines below its begin."""
        self.expected[code, self.write(text) + offset] += 1
        self.kinds[kind] += 1


Kind = tuple[str, str, Callable[[int], str | bytes], int]
"""A kind of malformed record: its name, its code, how the n-th is written, which of its lines is told."""

_EDGE = {
    "primary_knowledge_source": "infores:test",
    "knowledge_level": "not_provided",
    "agent_type": "not_provided",
}


def _edge(n: int, **changed: object) -> str:
    edge = {
        "subject": "HGNC:1",
        "predicate": "biolink:interacts_with",
        "object": "HGNC:2",
        **_EDGE,
        "note": f"b{n}",
    }
    return json.dumps({key: value for key, value in {**edge, **changed}.items() if value is not None}) + "\n"


def _article(pmid: object, inner: str = "<Article><ArticleTitle>Tea.</ArticleTitle></Article>") -> str:
    return (
        f"<PubmedArticle>\n<MedlineCitation><PMID>{pmid}</PMID>{inner}</MedlineCitation>\n</PubmedArticle>\n"
    )


def _bioc(n: str, text: str) -> str:
    return f"<document><id>{n}</id>\n<passage><offset>0</offset><text>{text}</text></passage></document>\n"


def _jats(name: str, body: str) -> str:
    return (
        '<article><front><article-meta><article-id pub-id-type="doi">'
        f"10.1/{name}</article-id></article-meta></front>\n"
        f"<body>{body}</body></article>\n"
    )


_NODE_ROWS: Sequence[Kind] = (
    ("node without id", "MISSING_ID", lambda n: f"\tn{n}\tbiolink:Gene\t\n", 0),
    ("id that is no CURIE", "BAD_CURIE", lambda n: f"no curie {n}\tn\tbiolink:Gene\t\n", 0),
    ("node without category", "MISSING_CATEGORY", lambda n: f"HGNC:b{n}\tn\t\t\n", 0),
    ("unknown category", "UNKNOWN_CATEGORY", lambda n: f"HGNC:c{n}\tn\tbiolink:Nonsense\t\n", 0),
    ("row with too many cells", "BAD_ROW", lambda n: f"HGNC:d{n}\tn\tbiolink:Gene\t\tmore\tcells\n", 0),
    ("row that is not UTF-8", "BAD_ENCODING", lambda n: b"HGNC:e%d\tna\xefve\tbiolink:Gene\t\n" % n, 0),
    ("word in a slot for numbers", "BAD_VALUE", lambda n: f"HGNC:f{n}\tn\tbiolink:Gene\tmany\n", 0),
)
_EDGE_LINES: Sequence[Kind] = (
    ("line that is cut short", "BAD_JSON", lambda n: _edge(n)[:40] + "\n", 0),
    ("list in place of an object", "BAD_TYPE", lambda n: f"[{n}]\n", 0),
    ("list in place of a subject", "BAD_TYPE", lambda n: _edge(n, subject=["A:1", "A:2"]), 0),
    ("edge without subject", "MISSING_SUBJECT", lambda n: _edge(n, subject=None), 0),
    ("edge without predicate", "MISSING_PREDICATE", lambda n: _edge(n, predicate=""), 0),
    ("edge without object", "MISSING_OBJECT", lambda n: _edge(n, object=None), 0),
    ("unknown predicate", "UNKNOWN_PREDICATE", lambda n: _edge(n, predicate=f"x:nonsense{n}"), 0),
    ("subject that is no CURIE", "BAD_CURIE", lambda n: _edge(n, subject="two words"), 0),
    ("object that is not there", "DANGLING_OBJECT", lambda n: _edge(n, object=f"HGNC:absent{n}"), 0),
    ("subject that is not there", "DANGLING_SUBJECT", lambda n: _edge(n, subject=f"HGNC:absent{n}"), 0),
    ("edge without source", "MISSING_PRIMARY_SOURCE", lambda n: _edge(n, primary_knowledge_source=None), 0),
    ("source of no letter", "BAD_PRIMARY_SOURCE", lambda n: _edge(n, primary_knowledge_source="???"), 0),
    ("edge without knowledge level", "MISSING_KNOWLEDGE_LEVEL", lambda n: _edge(n, knowledge_level=None), 0),
    ("unknown knowledge level", "BAD_KNOWLEDGE_LEVEL", lambda n: _edge(n, knowledge_level="hearsay"), 0),
    ("unknown agent type", "BAD_AGENT_TYPE", lambda n: _edge(n, agent_type="oracle"), 0),
    ("edge without agent type", "MISSING_AGENT_TYPE", lambda n: _edge(n, agent_type=None), 0),
    ("negation that is neither", "BAD_TYPE", lambda n: _edge(n, negated="perhaps"), 0),
    ("unknown qualifier", "BAD_QUALIFIER", lambda n: _edge(n, nonsense_qualifier="x"), 0),
    ("word for a p value", "BAD_VALUE", lambda n: _edge(n, p_value="small"), 0),
    ("slot without name", "BAD_SLOT", lambda n: _edge(n, **{"": 1}), 0),
    ("half of a surrogate pair", "BAD_ENCODING", lambda n: _edge(n, note="\ud800"), 0),
    ("values nested too deeply", "BAD_JSON", lambda n: "[" * 3000 + str(n) + "\n", 0),
)
_NODE_ITEMS: Sequence[Kind] = (
    (
        "item without a comma",
        "BAD_JSON",
        lambda n: f'{{"id": "HGNC:j{n}" "category": ["biolink:Gene"]}},\n',
        0,
    ),
    (
        "item without a quote",
        "BAD_JSON",
        lambda n: f'{{"id": "HGNC:j{n}, "category": ["biolink:Gene"]}},\n',
        0,
    ),
    (
        "item without its end",
        "BAD_JSON",
        lambda n: f'{{"id": "HGNC:j{n}", "category": ["biolink:Gene"],\n',
        0,
    ),
    (
        "item that is not UTF-8",
        "BAD_ENCODING",
        lambda n: b'{"id": "HGNC:j\xff%d", "category": ["biolink:Gene"]},\n' % n,
        0,
    ),
    ("item that is no object", "BAD_TYPE", lambda n: f'"HGNC:j{n}",\n', 0),
)
_ARTICLES: Sequence[Kind] = (
    ("article with a mismatched tag", "BAD_XML", lambda n: _article(n, "<Article></Title>"), 0),
    ("article without its end", "BAD_XML", lambda n: _article(n)[:-18], 0),
    ("article that is not UTF-8", "BAD_XML", lambda n: _article("7").encode().replace(b"Tea", b"T\xe9"), 0),
    ("article with an unknown entity", "BAD_XML", lambda n: _article(n, "<A>&nonsense;</A>"), 0),
    ("article nested too deeply", "BAD_XML", lambda n: _article(n, "<i>" * 250), 0),
    ("article without PMID", "MISSING_FIELD", lambda n: _article(""), 0),
    ("word for a PMID", "BAD_PMID", lambda n: _article("notapmid"), 0),
    ("PMID of nine digits", "BAD_PMID", lambda n: _article("123456789"), 0),
    ("article without text", "EMPTY_DOCUMENT", lambda n: _article(5_000_000 + n, ""), 0),
)
_PUBLICATIONS: Sequence[Kind] = (
    ("publication without PMID-", "BAD_LINE", lambda n: f"PMD - {n}\nTI  - Lost.\nAB  - It is lost.\n\n", 0),
    ("publication with a word for PMID", "BAD_PMID", lambda n: "PMID- none\nTI  - Lost.\n\n", 0),
    ("publication with a leading zero", "BAD_PMID", lambda n: "PMID- 0123\nTI  - Lost.\n\n", 0),
    ("publication without text", "EMPTY_DOCUMENT", lambda n: f"PMID- {6_000_000 + n}\nLA  - eng\n\n", 0),
)
_STANZAS: Sequence[Kind] = (
    ("[Term without its end", "BAD_SYNTAX", lambda n: f"[Term\nid: HGNC:o{n}\nname: lost\n\n", 0),
    ("[Trm]", "BAD_SYNTAX", lambda n: f"[Trm]\nid: HGNC:o{n}\nname: lost\n\n", 0),
    ("Term]", "BAD_SYNTAX", lambda n: f"Term]\nid: HGNC:o{n}\nname: lost\n\n", 0),
    ("stanza without a head", "BAD_SYNTAX", lambda n: f"id: HGNC:o{n}\nname: lost\n\n", 0),
    ("term without id", "MISSING_ID", lambda n: f"[Term]\nname: lost {n}\n\n", 0),
    ("clause that is not OBO", "BAD_SYNTAX", lambda n: f"[Term]\nid: HGNC:o{n}\nsynonym: open\n\n", 2),
)
_MAPPINGS: Sequence[Kind] = (
    ("mapping cut short", "BAD_ROW", lambda n: "HGNC:1\tskos:exactMatch\n", 0),
    ("mapping without object", "MISSING_OBJECT", lambda n: f"HGNC:{n}\tskos:exactMatch\t\t1\n", 0),
    ("confidence above 1", "BAD_VALUE", lambda n: f"HGNC:{n}\tskos:exactMatch\tMESH:b{n}\t7\n", 0),
)
_ABSTRACTS: Sequence[Kind] = (
    ("abstract without a tab", "BAD_ROW", lambda n: f"{n} and no tab\n", 0),
    ("abstract with a word for PMID", "BAD_PMID", lambda n: "PMC12\tTea\tIt helps.\n", 0),
)
_SENTENCES: Sequence[Kind] = (
    ("triple of other words", "NOT_IN_SENTENCE", lambda n: _triple(n, "coffee"), 0),
    ("row without a triple", "BAD_ROW", lambda n: f'{{"text": "Tea {n}.", "triple_list": []}}\n', 0),
    ("row that is no JSON", "BAD_JSON", lambda n: f'{{"text": "Tea {n}."\n', 0),
)
_CLAIMS: Sequence[Kind] = (
    ("claim with a word for PMID", "BAD_PMID", lambda n: _claim(n, pmid="notapmid"), 0),
    ("claim with a word for confidence", "BAD_TYPE", lambda n: _claim(n, confidence="sure"), 0),
    ("claim of a list", "BAD_TYPE", lambda n: _claim(n, subject=["tea"]), 0),
)
_BIOC_ITEMS: Sequence[Kind] = (
    ("document without passages", "EMPTY_DOCUMENT", lambda n: f"<document><id>b{n}</id></document>\n", 0),
    (
        "document with an open passage",
        "BAD_XML",
        lambda n: _bioc(f"b{n}", "Tea.").replace("</passage>", ""),
        0,
    ),
    ("document of no words", "EMPTY_DOCUMENT", lambda n: _bioc(f"b{n}", " "), 0),
)
_JATS_ITEMS: Sequence[Kind] = (
    ("article of no words", "EMPTY_DOCUMENT", lambda n: "<article><front/><body/></article>\n", 0),
    ("article with a stray end tag", "BAD_XML", lambda n: _jats(f"b{n}", "<p>Tea</b>"), 0),
)
_MENTIONS: Sequence[Kind] = (
    ("mention outside of the text", "BAD_OFFSETS", lambda n: "{id}\t900\t903\tTea\tChemical\tMESH:D1\n", 0),
    ("mention of other words", "OFFSET_MISMATCH", lambda n: "{id}\t0\t3\tCup\tChemical\tMESH:D1\n", 0),
    ("line of another publication", "BAD_LINE", lambda n: "999\t0\t3\tTea\tChemical\tMESH:D1\n", 0),
    ("line that is no annotation", "BAD_LINE", lambda n: "{id}\tnonsense\n", 0),
    ("relation of nothing named", "UNKNOWN_MENTION", lambda n: "{id}\tBind\tD8\tD9\n", 0),
)
_QUESTIONS: Sequence[Kind] = (
    ("article without paragraphs", "MISSING_FIELD", lambda n: '{"title": "b", "paragraphs": 1},\n', 0),
    (
        "paragraph without context",
        "EMPTY_DOCUMENT",
        lambda n: '{"title": "b", "paragraphs": [{"context": ""}]},\n',
        0,
    ),
    (
        "article that is no JSON",
        "BAD_JSON",
        lambda n: '{"title": "b", "paragraphs": [{"context": tea}]},\n',
        0,
    ),
)
_PROTOCOLS: Sequence[Kind] = (
    (
        "protocol without text",
        "EMPTY_DOCUMENT",
        lambda n: f'{{"title": "b", "uri": "b{n}", "steps": []}},\n',
        0,
    ),
    (
        "protocol whose steps are no list",
        "BAD_TYPE",
        lambda n: f'{{"title": "b", "uri": "b{n}", "steps": 1}},\n',
        0,
    ),
    ("protocol that is no JSON", "BAD_JSON", lambda n: f'{{"title": "b", "uri": b{n}, "steps": []}},\n', 0),
)
_HETIONET: Sequence[Kind] = (
    ("node of an unknown kind", "BAD_ID", lambda n: f"Nonsense::{n}\tx\tNonsense\n", 0),
    ("node without kind", "BAD_ID", lambda n: f"{n}\tx\tGene\n", 0),
)


def _triple(n: int, head: str) -> str:
    return json.dumps({"text": f"Tea {n} meets milk.", "triple_list": [[head, "int", "milk"]]}) + "\n"


def _claim(n: int, **changed: object) -> str:
    claim = {
        "subject": f"tea {n}",
        "relationship": "biolink:treats",
        "object": "pain",
        "sentence": f"Tea {n} treats pain.",
    }
    return json.dumps({**claim, **changed}) + "\n"


def _protocol(name: str) -> str:
    text = {"steps": [], "description": "Add tea."}
    return json.dumps({"title": name, "uri": name, "previous_guid": "x", **text})


@dataclass(frozen=True)
class Form:
    """A format: how its files begin and end, its good records with their ids, its kinds of bad ones."""

    name: str
    format: str
    kinds: Sequence[Kind]
    good: Callable[[int], tuple[str, str]]
    head: str = ""
    tail: str = ""
    edges: int = 0
    needs: tuple[str, ...] = ()


FORMS: Sequence[Form] = (
    Form(
        "a_nodes.tsv",
        "kgx",
        _NODE_ROWS,
        lambda n: (f"HGNC:{n}\tgene {n}\tbiolink:Gene\t0.5\n", f"HGNC:{n}"),
        "id\tname\tcategory\tchi_squared_p\n",
    ),
    Form(
        "b_edges.jsonl",
        "kgx",
        _EDGE_LINES,
        lambda n: (_edge(n, primary_knowledge_source=f"infores:test{n}"), ""),
        edges=1,
        needs=("a_nodes.tsv",),
    ),
    Form(
        "c.json",
        "kgx",
        _NODE_ITEMS,
        lambda n: (f'{{"id": "HGNC:k{n}", "category": ["biolink:Gene"]}},\n', f"HGNC:k{n}"),
        '{"nodes": [\n',
        '{"id": "HGNC:last", "category": ["biolink:Gene"]}\n]}\n',
    ),
    Form(
        "d.xml",
        "pubmed",
        _ARTICLES,
        lambda n: (_article(1_000_000 + n), f"t:{1_000_000 + n}"),
        "<PubmedArticleSet>\n",
        "</PubmedArticleSet>\n",
    ),
    Form(
        "e.nbib",
        "medline",
        _PUBLICATIONS,
        lambda n: (f"PMID- {2_000_000 + n}\nTI  - Tea {n}.\n\n", f"t:{2_000_000 + n}"),
    ),
    Form(
        "f.obo",
        "obo",
        _STANZAS,
        lambda n: (f"[Term]\nid: HGNC:q{n}\nname: term {n}\n\n", f"HGNC:q{n}"),
        "format-version: 1.2\nontology: t\n\n",
    ),
    Form(
        "g.sssom.tsv",
        "sssom",
        _MAPPINGS,
        lambda n: (f"HGNC:s{n}\tskos:exactMatch\tMESH:s{n}\t1\n", ""),
        "subject_id\tpredicate_id\tobject_id\tconfidence\n",
    ),
    Form(
        "h.tsv",
        "abstracts",
        _ABSTRACTS,
        lambda n: (f"{3_000_000 + n}\tTea {n}\tIt helps.\n", f"t:{3_000_000 + n}"),
        "pmid\ttitle\tabstract\n",
    ),
    Form("i.jsonl", "ddi", _SENTENCES, lambda n: (_triple(n, "Tea"), "")),
    Form("j.jsonl", "quadruples", _CLAIMS, lambda n: (_claim(n), "")),
    Form(
        "k.xml",
        "bioc",
        _BIOC_ITEMS,
        lambda n: (_bioc(f"g{n}", f"Tea {n} helps."), f"t:g{n}"),
        "<collection>\n",
        "</collection>\n",
    ),
    Form(
        "l.nxml",
        "jats",
        _JATS_ITEMS,
        lambda n: (_jats(f"g{n}", f"<p>Tea {n} helps.</p>"), f"t:10.1/g{n}"),
        "<pmc-articleset>\n",
        "</pmc-articleset>\n",
    ),
    Form(
        "m.pubtator",
        "pubtator",
        _MENTIONS,
        lambda n: (
            f"{4_000_000 + n}|t|Tea {n} helps.\n{4_000_000 + n}\t0\t3\tTea\tChemical\tMESH:D1\n",
            f"t:{4_000_000 + n}",
        ),
    ),
    Form(
        "n.json",
        "squad",
        _QUESTIONS,
        lambda n: (
            f'{{"title": "s{n}", "paragraphs": [{{"context": "Tea {n} helps.", "qas": []}}]}},\n',
            f"t:s{n}.1",
        ),
        '{"data": [\n',
        '{"title": "last", "paragraphs": []}\n]}\n',
    ),
    Form(
        "o.json",
        "protocolsio",
        _PROTOCOLS,
        lambda n: (
            _protocol(f"p{n}") + ",\n",
            f"t:p{n}",
        ),
        '{"items": [\n',
        _protocol("last") + "]}\n",
    ),
    Form(
        "nodes.tsv",
        "hetionet",
        _HETIONET,
        lambda n: (f"Gene::{n}\tgene {n}\tGene\n", f"NCBIGene:{n}"),
        "id\tname\tkind\n",
    ),
)


def kinds() -> list[str]:
    """Name every kind of malformed record."""
    return [f"{form.format}: {kind[0]}" for form in FORMS for kind in form.kinds]


def malformed_files(seed: int, each: int) -> Iterator[MalformedFile]:
    """Give one file a format: `each` records of every kind, in random order, each between good ones."""
    chance = random.Random(seed)
    for form in FORMS:
        made = MalformedFile(form.name, form.format)
        made.write(form.head)
        order = [kind for kind in form.kinds for _ in range(each)]
        chance.shuffle(order)
        for number, (name, code, write, offset) in enumerate(order):
            last = _good(made, form, number)
            text = write(number)
            if isinstance(text, str):
                text = text.replace("{id}", last.partition(":")[2])
            made.bad(f"{form.format}: {name}", code, text, offset)
        _good(made, form, len(order))
        made.write(form.tail)
        yield made


def _good(made: MalformedFile, form: Form, number: int) -> str:
    text, id_ = form.good(number)
    made.write(text)
    if id_:
        made.good.append(id_)
    made.edges += form.edges
    return id_

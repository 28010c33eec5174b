"""The running text of JATS elements: paragraphs, numbered lists and headings, without formulas and tables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from bioloom_loaders.format_terms import format_terms
from bioloom_loaders.text_composer import Composer, is_power, letter_mark, one_line

#: Elements that are no running text, and how they are counted.
LEFT_OUT = format_terms("jats left out")
_BLOCKS = frozenset(
    {"p", "list", "list-item", "def-list", "def-item", "sec", "boxed-text", "disp-quote", "statement"}
)
_BLOCKS_LEFT_OUT = frozenset(
    {"table-wrap", "fig", "fig-group", "disp-formula", "supplementary-material", "code"}
)
_UNSEEN = frozenset({"label", "title", "object-id", "sec-meta"})


def flat(element: Element, left_out: Counter[str] | None = None) -> str:
    """Give the words of an element on one line; a power of ten is written with ``^``, a citation left out.

    >>> from xml.etree.ElementTree import fromstring
    >>> flat(fromstring("<p>10<sup>6</sup> Ca<sup>2+</sup><sup><xref ref-type='bibr'>3</xref></sup></p>"))
    '10^6 Ca2+'
    """
    parts: list[str] = []
    _flatten(element, parts, left_out if left_out is not None else Counter())
    return "".join(parts)


def flat_line(element: Element) -> str:
    """Give the words of an element on one line that can be stored."""
    return one_line(flat(element))


def text_of(element: Element, path: str) -> str:
    """Give the words of the first element at a path, or of a name with a prefix; none where there is none."""
    found = element.find(path) if ":" not in path else next(element.iter(path.removeprefix("./")), None)
    return "" if found is None else flat_line(found)


def _flatten(element: Element, parts: list[str], left_out: Counter[str]) -> None:
    parts.append(element.text or "")
    for child in element:
        if child.tag in LEFT_OUT:
            left_out[LEFT_OUT[child.tag]] += 1
        elif child.tag == "sup" and child.find("./xref[@ref-type='bibr']") is not None:
            pass
        elif child.tag == "sup":
            _raise(child, parts, left_out)
        elif child.tag == "break":
            parts.append(" ")
        elif child.tag not in ("label", "object-id"):
            apart = " " if child.tag in _BLOCKS else ""
            parts.append(apart)
            _flatten(child, parts, left_out)
            parts.append(apart)
        parts.append(child.tail or "")


def _raise(element: Element, parts: list[str], left_out: Counter[str]) -> None:
    inner: list[str] = []
    _flatten(element, inner, left_out)
    raised = "".join(inner)
    parts.append(f"^{raised}" if is_power(raised, parts[-3:]) else raised)


class Body:
    """Writes the sections, paragraphs and lists of an element into a composer, but for some sections."""

    def __init__(self, composer: Composer, leave: Sequence[Element] = ()) -> None:
        self._composer = composer
        self._leave = {id(section) for section in leave}

    def read(self, element: Element, headed: bool = True) -> None:
        """Write the children of an element; its own title is a heading unless told otherwise."""
        title = element.find("./title")
        if headed and title is not None:
            self._composer.heading(" ".join((_label(element), flat(title))))
        for child in element:
            self._child(child)

    def _child(self, child: Element) -> None:
        tag = child.tag
        if id(child) in self._leave or tag in _UNSEEN:
            return
        if tag in LEFT_OUT:
            self._composer.leave_out(LEFT_OUT[tag])
        elif tag == "list":
            self._list(child)
        elif tag == "p":
            self._paragraph(child)
        elif tag == "def-item":
            self._line(": ".join(filter(None, (flat(part).strip() for part in child))))
        else:
            self.read(child)

    def _paragraph(self, paragraph: Element, mark: str = "") -> None:
        """Write a paragraph; a list or figure inside it ends the line that stands before."""
        line = ""
        for piece in _pieces(paragraph):
            if isinstance(piece, str):
                line += piece
            elif piece.tag in _BLOCKS or piece.tag in _BLOCKS_LEFT_OUT:
                self._line(line, mark)
                line, mark = "", ""
                self._child(piece)
            else:
                holder = Element("p")
                holder.text = line[-8:]
                holder.append(_without_tail(piece))
                left_out: Counter[str] = Counter()
                line = line[:-8] + flat(holder, left_out)
                self._composer.leave_out_all(left_out)
        self._line(line, mark)

    def _list(self, element: Element, depth: int = 0) -> None:
        """Write the items of a list behind their printed labels, or the numbers that its type implies."""
        type_ = element.get("list-type") or "bullet"
        for number, item in enumerate(element.iterfind("./list-item"), start=1):
            mark = _mark(_label(item), type_, number)
            for child in item:
                if child.tag == "list" and depth < 20:
                    self._list(child, depth + 1)
                elif child.tag == "p":
                    self._paragraph(child, mark)
                    mark = ""
                else:
                    self._child(child)

    def _line(self, line: str, mark: str = "") -> None:
        self._composer.line(line, mark)


def _pieces(paragraph: Element) -> Iterator[str | Element]:
    """Give the text and the elements of a paragraph in their order."""
    yield paragraph.text or ""
    for child in paragraph:
        yield child
        yield child.tail or ""


def _without_tail(element: Element) -> Element:
    copied = Element(element.tag, element.attrib)
    copied.text = element.text
    copied.extend(element)
    return copied


def _label(element: Element) -> str:
    found = element.find("./label")
    return "" if found is None else " ".join(flat(found).split())


def _mark(label: str, type_: str, number: int) -> str:
    """Write the mark of a list item as the printed page shows it.

    >>> _mark("", "order", 3), _mark("2.1", "order", 1), _mark("", "bullet", 1), _mark("", "alpha-lower", 2)
    ('3. ', '2.1. ', '- ', 'b) ')
    """
    if label and label[-1].isalnum():
        return f"{label}. " if label[0].isdigit() else f"{label}) "
    if label:
        return f"{label} "
    if type_ == "order":
        return f"{number}. "
    if type_ in ("alpha-lower", "alpha-upper") and number <= 26:
        return letter_mark(number, upper=type_ == "alpha-upper")
    if type_ in ("roman-lower", "roman-upper"):
        return f"{number}. "
    return "" if type_ == "simple" else "- "

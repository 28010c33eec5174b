"""Publication ids: other spellings of PubMed ids, cells of a table that name several publications or none."""

import re
from collections.abc import Sequence

PUBLICATIONS = "publications"
NO_CURIE = "publications that are no CURIE (PMID:1), such as several in one cell: separate them by |"
"""Warning that counts them."""

_SEPARATED = re.compile(r"""^[\["']|\s|[;,][A-Za-z][\w.\-]*:""")
"""What no single CURIE has; a DOI may hold commas and semicolons."""

_PUBMED = re.compile(
    r"(?:pmid\s*:\s*0*|https?://(?:www\.|m\.)?(?:ncbi\.nlm\.nih\.gov/pubmed|pubmed\.ncbi\.nlm\.nih\.gov)/)"
    r"([1-9][0-9]{0,7})/?",
    re.IGNORECASE,
)
_MAYBE_PUBMED = re.compile(r"(?:^|\|)\s*(?!PMID:[1-9])(?i:pmid|https?:)")


def pubmed_curie(text: str) -> str:
    """Give the CURIE of a publication that another spelling or an address of PubMed states; others stay.

    >>> [pubmed_curie(text) for text in ("pmid:23456789", "PMID:00123456", "doi:10.1/2")]
    ['PMID:23456789', 'PMID:123456', 'doi:10.1/2']
    >>> pubmed_curie("https://pubmed.ncbi.nlm.nih.gov/23456789/")
    'PMID:23456789'
    """
    found = _PUBMED.fullmatch(text.strip())
    return text if found is None else f"PMID:{found[1]}"


def is_to_be_curied(cell: str) -> bool:
    """Say whether a cell may state a PubMed id in another spelling than PMID:1.

    >>> is_to_be_curied("PMID:1|pmid:2"), is_to_be_curied("PMID:1|doi:10.1/2")
    (True, False)
    """
    return _MAYBE_PUBMED.search(cell) is not None


def count_no_curies(cited: object) -> int:
    """Count the publications of an edge that are no CURIE; it may have one that is no list.

    >>> count_no_curies(("PMID:1", "PMID:1;PMID:2", '["PMID:1"]', "12345", "doi:10.1002/a;b,c"))
    3
    """
    values = cited if isinstance(cited, (tuple, list)) else (cited,)
    return sum(_is_none(str(value)) for value in values)


def count_in_column(column: Sequence[Sequence[str] | str]) -> int:
    """Count them in the column of a table; a look at all cells as one text clears most columns.

    >>> count_in_column([["PMID:1", "PMID:2"], ["PMID:1;PMID:2"]]), count_in_column([["PMID:1"]] * 9)
    (1, 0)
    >>> count_in_column(["12345", "doi:10.1:2"])
    1
    """
    listed = [text for cell in column for text in ([cell] if isinstance(cell, str) else cell)]
    whole = "\n".join(listed)
    if all(":" in text for text in listed) and not any(mark in whole for mark in " \t\"';,["):
        return 0
    return count_no_curies(listed)


def _is_none(text: str) -> bool:
    return ":" not in text or _SEPARATED.search(text) is not None

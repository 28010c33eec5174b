"""gilda behind our interface: with its own engine and a short list of names, and when it is not installed."""

import sys

import pytest

from bioloom.errors import MissingExtraError
from bioloom.grounding.adapters.gilda import GildaGrounder
from bioloom.records import Naming


def test_without_gilda_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gilda", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'bioloom\[gilda\]'"):
        GildaGrounder()


@pytest.mark.filterwarnings("ignore")
def test_gilda_grounds_by_its_list() -> None:
    gilda = pytest.importorskip("gilda")
    terms = [
        gilda.Term("tnf", "TNF", "HGNC", "11892", "TNF", "name", "hgnc"),
        gilda.Term("water", "water", "CHEBI", "CHEBI:15377", "water", "name", "chebi"),
        gilda.Term("p21", "p21", "HGNC", "1", "A", "synonym", "hgnc"),
        gilda.Term("p21", "p21", "HGNC", "2", "B", "synonym", "hgnc"),
    ]
    grounder = GildaGrounder(gilda.Grounder(terms))
    found = grounder.ground([Naming("TNF"), Naming("water"), Naming("p21"), Naming("buffer"), Naming("")])
    assert [one and one.entity_id for one in found] == ["HGNC:11892", "CHEBI:15377", None, None, None]
    assert len(grounder.candidates(Naming("p21"))) == 2

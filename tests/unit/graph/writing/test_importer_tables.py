"""CSV tables of the importer: every row is read back as it was, whatever is in it; the last one counts."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.errors import BioloomError
from bioloom.graph.writing import importer_tables
from bioloom.graph.writing.importer_tables import SEPARATOR, CsvTables, KeyIndex, join

LEADS = {"entity": ("id:ID(entity)", ":LABEL"), "edge": (":START_ID(entity)", ":END_ID(entity)", ":TYPE")}
TEXTS = st.text(st.characters(blacklist_categories=["Cs"]))
ITEMS = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters=SEPARATOR), min_size=1)
INTEGERS = st.integers(-(2**63), 2**63 - 1)
FLOATS = st.floats(allow_nan=False)
VALUES = st.one_of(
    TEXTS,
    INTEGERS,
    FLOATS,
    st.booleans(),
    *(st.lists(kind, min_size=1) for kind in (ITEMS, INTEGERS, FLOATS, st.booleans())),
)
ROWS = st.lists(st.dictionaries(st.sampled_from(["name", "score", "a:b", 'co,m"ma']), VALUES), max_size=8)


@given(ROWS)
def test_rows_come_back_as_they_were(rows: list[dict[str, object]]) -> None:
    with TemporaryDirectory() as folder:
        tables = CsvTables(Path(folder), LEADS)
        labels = join(["biolink:Gene", "biolink:NamedThing"])
        at = [
            tables.append("entity", ["", labels], {"id": f"X:{number}", **row})
            for number, row in enumerate(rows)
        ]
        for number, (position, row) in enumerate(zip(at, rows, strict=True)):
            lead, found = tables.read(position)
            assert lead == [f"X:{number}", f"biolink:Gene{SEPARATOR}biolink:NamedThing"]
            assert found == {"id": f"X:{number}", **row}
            assert all(type(found[name]) is type(value) for name, value in row.items())
        assert sum(table.rows for table in tables.tables) == len(rows)
        assert sum(table.properties for table in tables.tables) == sum(1 + len(row) for row in rows)
        tables.close()


def test_a_dropped_row_leaves_the_file(tmp_path: Path) -> None:
    tables = CsvTables(tmp_path, LEADS)
    at = [
        tables.append("edge", ['"X:1"', '"X:2"', '"t"'], {"id": str(number), "text": "ä" * number})
        for number in range(4)
    ]
    tables.drop(at[2])
    tables.drop(at[0])
    (table,) = tables.tables
    tables.close()
    assert table.header.read_text() == (
        '":START_ID(entity)",":END_ID(entity)",":TYPE","id:string","text:string"\n'
    )
    assert table.path.read_text().splitlines() == [
        f'"X:1","X:2","t","{number}","{"ä" * number}"' for number in (1, 3)
    ]
    assert (table.rows, table.properties) == (2, 4)


@pytest.mark.parametrize("value", [[], [""], ["a\x1fb"], {"a": 1}])
def test_what_the_importer_would_change_is_refused(value: object, tmp_path: Path) -> None:
    tables = CsvTables(tmp_path, LEADS)
    with pytest.raises(BioloomError, match="nothing was written"):
        tables.append("entity", ["", '"l"'], {"id": "X:1", "value": value})
    with pytest.raises(BioloomError, match="nothing was written"):
        tables.append("entity", ["", '"l"'], {"id": "X:1", "score (log)": 1})
    tables.close()


def test_the_index_finds_the_newest_value_of_an_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer_tables, "_MOST_FRESH", 7)
    index, ids = KeyIndex(), [f"X:{number}" for number in range(50)]
    for value, id_ in enumerate([*ids, *ids[::3]]):
        index.put(id_, value)
    expected = [50 + at // 3 if at % 3 == 0 else at for at in range(50)]
    assert index.find(["Y:1", *ids, "Y:2"]) == [-1, *expected, -1]

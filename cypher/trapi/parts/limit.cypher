// Part: the end of a statement. Parameters: rows.
LIMIT $rows

// Part: the start of the conditions of a pattern.
WHERE

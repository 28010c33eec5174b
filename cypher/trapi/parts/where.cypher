// Part: what begins the conditions of a pattern.
WHERE

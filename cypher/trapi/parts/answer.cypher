// Part: the start of the columns of an answer.
RETURN

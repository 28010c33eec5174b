// Part: what begins the columns of an answer.
RETURN

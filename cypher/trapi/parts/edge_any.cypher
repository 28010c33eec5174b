// Part: a query edge that any claim answers, in either direction. Identifiers: subject, edge, object.
MATCH ($$subject$$)-[$$edge$$]-($$object$$)

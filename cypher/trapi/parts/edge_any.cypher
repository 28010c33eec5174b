// Part: a query edge that any claim matches, in either direction. Identifiers: subject, edge, object.
MATCH ($$subject$$)-[$$edge$$]-($$object$$)

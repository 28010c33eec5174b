// Part: a query edge whose answers may point either way. Identifiers: subject, edge, any_types, object.
MATCH ($$subject$$)-[$$edge$$:$$any_types$$]-($$object$$)

// Part: a query edge whose answers point from its subject to its object. Identifiers: subject, edge, any_types, object.
MATCH ($$subject$$)-[$$edge$$:$$any_types$$]->($$object$$)

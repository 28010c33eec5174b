// Part: a query edge whose claims lead from its subject to its object. Identifiers: subject, edge, any_types, object.
MATCH ($$subject$$)-[$$edge$$:$$any_types$$]->($$object$$)

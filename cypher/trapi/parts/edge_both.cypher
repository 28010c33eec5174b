// Part: a query edge whose claims may have either direction. Identifiers: subject, edge, any_types, object.
MATCH ($$subject$$)-[$$edge$$:$$any_types$$]-($$object$$)

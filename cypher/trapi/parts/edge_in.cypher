// Part: a query edge whose answers point from its object to its subject. Identifiers: subject, edge, any_types, object.
MATCH ($$subject$$)<-[$$edge$$:$$any_types$$]-($$object$$)

// Part: a query edge whose claims lead from its object to its subject. Identifiers: subject, edge, any_types, object.
MATCH ($$subject$$)<-[$$edge$$:$$any_types$$]-($$object$$)

// Part: as lifted_out, in either direction. Identifiers: subject, head, edge, any_types, tail, object.
MATCH ($$subject$$)<-[:DENOTES]-{0,1}($$head$$)-[$$edge$$:$$any_types$$]-($$tail$$)-[:DENOTES]->{0,1}($$object$$)

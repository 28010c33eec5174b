// Part: as lifted_out, against the direction of the claim. Identifiers: subject, head, edge, any_types, tail, object.
MATCH ($$subject$$)<-[:DENOTES]-{0,1}($$head$$)<-[$$edge$$:$$any_types$$]-($$tail$$)-[:DENOTES]->{0,1}($$object$$)

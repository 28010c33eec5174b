// Part: a query edge between things that the ends of a claim are, or that mentions at its ends denote; along its direction.
// Identifiers: subject, head, edge, any_types, tail, object.
MATCH ($$subject$$)<-[:DENOTES]-{0,1}($$head$$)-[$$edge$$:$$any_types$$]->($$tail$$)-[:DENOTES]->{0,1}($$object$$)

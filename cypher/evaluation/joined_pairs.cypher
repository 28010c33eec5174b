// Purpose: pairs of drugs and other entities that are the two ends of a claim.
// Parameters: drugs, others (ids).
MATCH (drug:`biolink:NamedThing`) WHERE drug.id IN $drugs
MATCH (drug)-[]-(other:`biolink:NamedThing`) WHERE other.id IN $others AND other.id <> drug.id
RETURN DISTINCT drug.id AS drug, other.id AS other
ORDER BY drug, other

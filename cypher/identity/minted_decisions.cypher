// All decisions on ids that were minted here. Parameters: minted (how such ids begin).
MATCH (i:Identity) WHERE i.id STARTS WITH $minted
RETURN properties(i) AS decision

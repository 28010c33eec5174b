// All decisions on minted ids. Parameters: minted (prefix of such ids).
MATCH (i:Identity) WHERE i.id STARTS WITH $minted
RETURN properties(i) AS decision

// One load as it stands. Parameters: id.
MATCH (l:Load {id: $id}) RETURN properties(l) AS load

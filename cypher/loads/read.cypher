// One load with its properties. Parameters: id.
MATCH (l:Load {id: $id}) RETURN properties(l) AS load

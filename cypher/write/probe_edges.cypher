// Which of these edges are there, and which records they were made of. Parameters: ids. Identifiers: type.
UNWIND $ids AS id
MATCH ()-[e:$$type$$ {id: id}]->()
RETURN id, e.record_hash AS record_hash

// Which of these edges exist, with their record hashes and validation warnings. Parameters: ids. Identifiers: type.
UNWIND $ids AS id
MATCH ()-[e:$$type$$ {id: id}]->()
RETURN id, e.record_hash AS record_hash, e.validation_warning AS warning

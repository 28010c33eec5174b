// How many claims of some types begin at mentions, by the store's own counts. Identifiers: any_types. No parameters.
MATCH (:Mention)-[e:$$any_types$$]->()
RETURN count(e) AS count

// Part: a property, or one item of it, matches one of these patterns. Identifiers: item, slot. Parameters: values.
any(value IN $$item$$.$$slot$$ WHERE any(pattern IN $$$parameter$$ WHERE coalesce(toString(value) =~ pattern, false)))

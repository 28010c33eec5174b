// Part: a property, or one item of it, is less than one of these values. Identifiers: item, slot. Parameters: values.
any(value IN $$item$$.$$slot$$ WHERE any(bound IN $$$parameter$$ WHERE coalesce(value < bound, false)))

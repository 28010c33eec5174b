// Part: a condition does not hold, or there is nothing that it could hold of. Filled in: condition.
NOT coalesce(condition, false)

// Whether any edge of a type is there. Identifiers: type.
RETURN EXISTS { MATCH ()-[:$$type$$]->() } AS used

// Whether any edge of a type exists. Identifiers: type.
RETURN EXISTS { MATCH ()-[:$$type$$]->() } AS used

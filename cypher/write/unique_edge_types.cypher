// Relationship types with a uniqueness constraint on their ids.
SHOW CONSTRAINTS YIELD type, entityType, labelsOrTypes, properties
WHERE entityType = 'RELATIONSHIP' AND type CONTAINS 'UNIQUENESS' AND properties = ['id']
RETURN labelsOrTypes[0] AS type

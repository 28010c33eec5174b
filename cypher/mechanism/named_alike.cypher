// Purpose: drugs whose names end in one of some ways: stems such as -pril tell a class.
// Parameters: endings (lower case).
MATCH (drug:`biolink:Drug`)
WHERE any(ending IN $endings WHERE toLower(drug.name) ENDS WITH ending)
RETURN drug.id AS drug, toLower(drug.name) AS name
ORDER BY drug

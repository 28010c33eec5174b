"""Which gene a drug works through: DrugMechDB's questions, answered from the graph alone."""

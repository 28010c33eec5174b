// Terminate what transactions of an epoch and those before it are open. Parameters: epoch.
SHOW TRANSACTIONS YIELD transactionId AS id, metaData
WHERE metaData.bioloom_epoch <= $epoch
TERMINATE TRANSACTIONS id YIELD message
RETURN message

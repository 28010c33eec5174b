// Terminate what transactions of earlier epochs are still open. Parameters: epoch.
SHOW TRANSACTIONS YIELD transactionId AS id, metaData
WHERE metaData.bioloom_epoch < $epoch
TERMINATE TRANSACTIONS id YIELD message
RETURN message

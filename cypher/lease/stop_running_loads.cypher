// Set loads that nobody runs any more to stopped: the lease has another holder now. No parameters.
MATCH (l:Load {status: 'running'})
SET l.status = 'stopped', l.reason = 'its process ended without a word'

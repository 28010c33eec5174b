. /tmp/wt/bulk/env.sh
$P -m bioloom down >/dev/null 2>&1; rm -rf $BIOLOOM_HOME/neo4j $BIOLOOM_HOME/rejects; $P -m bioloom up >/dev/null

# @needs: lib:expat
# What the trace can fire: probes of every event, of keywords, of events by name; a state where one is told.
trace_get "demo --scene etw"
dtrace -l -x manifests=etw/manifests -E "$trace" | awk '/demo|dns|feed/ { print $2, $3, $4, $5 }'

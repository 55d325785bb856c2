# The counters that a trace has samples of are listed, and found by pattern.
trace_get "demo --scene pmc"
dtrace -l -n 'pmc:::' -E "$trace" | awk '{ print $2, $3, $4, $5 }'; dtrace -l -n 'pmc:::branch*' -E "$trace" | awk 'NR > 1 { print $2, $3, $4 }'

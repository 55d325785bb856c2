# @status: 1
# -g is about recording: over a trace everything is processed
dtrace -gE "$trace" -qn 'BEGIN { trace("hello"); exit(0); }'
dtrace -g -lE nosuch.etl -n BEGIN 2>&1

# @status: 1
# -g is about recording: a trace that exists is replayed, with all its events
dtrace -gE "$trace" -qn 'BEGIN { trace("hello"); exit(0); }'

# The lesson perf.d: two stacks that are one in three forms, and those that are met once.
trace_get "demo --scene stacks"
dtrace -s ../dscripts/demo/perf.d -E "$trace"

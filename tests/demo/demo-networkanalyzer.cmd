# The lesson networkanalyzer.d.
trace_get "demo --scene packets"
dtrace -s ../dscripts/demo/networkanalyzer.d -E "$trace"

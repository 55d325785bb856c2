# The lesson UIdelay.d, where nothing was late; tests/replay/demos.py has one that was.
trace_get "demo --scene stacks"
dtrace -s ../dscripts/demo/UIdelay.d -E "$trace"

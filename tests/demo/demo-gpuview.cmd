# The lesson gpuview.d.
trace_get "demo --scene graphics"
dtrace -s ../dscripts/demo/gpuview.d -E "$trace"

# The lesson diag.d.
trace_get "demo --scene orphans"
dtrace -s ../dscripts/demo/diag.d -E "$trace"

/* @cmd: trace_get "demo --scene etw"; dtrace -x manifests=etw/manifests -s ../dscripts/demo/dns.d -E "$trace" */
/* @needs: lib:expat */

# @needs: lib:expat
trace_get "demo --scene etw"
dtrace -x manifests=etw/manifests -s ../dscripts/demo/dns.d -E "$trace"

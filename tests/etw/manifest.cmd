# @needs: lib:expat
# The same with the manifests that the user has.
trace_get "demo --scene etw"
dtrace -q -x manifests=etw/manifests -s etw/unnamed.d -E "$trace"

# @needs: lib:expat
# @filter: grep -v windows-kernel
trace_get "demo --scene etw"
dtrace -x manifests=etw/manifests -s ../dscripts/bin/etwcsv.d -E "$trace"

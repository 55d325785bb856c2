/* @cmd: trace_get "demo --scene etw"; dtrace -x manifests=etw/manifests -s ../dscripts/bin/etwcsv.d -E "$trace" */
/* @filter: grep -v windows-kernel */
/* @needs: lib:expat */

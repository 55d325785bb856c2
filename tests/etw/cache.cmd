# @needs: lib:expat
# What a manifest taught is known without it; a cache that is of no use, or not there, does no harm.
trace_get "demo --scene etw"
l() { dtrace -l -E "$trace" "$@" | awk '/feedf00d|demo-known/ { print $2, $5 }'; }; l; l -x manifests=etw/named; l; XDG_CACHE_HOME=/dev/null/none l; echo rubbish >"$XDG_CACHE_HOME/dtrace/dt_provlist.dat"; l

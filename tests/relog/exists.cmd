# Nothing is overwritten unless one says so, and never what is read.
# @status: 1
trace_get "demo"
echo precious >"$work/precious.etl"; ln -sf "$trace" "$work/link.etl"
dtrace -qE "$trace" -R "$work/precious.etl"; cat "$work/precious.etl"
dtrace -qE "$trace" -R "$work/precious.etl" -x etlforce; wc -c <"$work/precious.etl" | grep -c '....'
dtrace -qE "$trace" -R "$work/nowhere/new.etl"
dtrace -qE "$trace" -R "$work/link.etl" -x etlforce
dtrace -qE "$trace" -R "$work/large.etl" -x etlbufsize=4100m; ls "$work" | grep -c large

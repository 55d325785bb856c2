# A copy has the same events, whether its buffers are compressed or not; only the session's own event counts buffers.
trace_get "demo"
d() { dtrace -x etlsiblings=no -s ../dscripts/bin/etwdump.d -E "$1" | sed 1d; }
rm -f "$work"/copy*.etl; d "$trace" >"$work/first"; wc -l <"$work/first"
dtrace -qE "$trace" -R "$work/copy.etl"; d "$work/copy.etl" | cmp - "$work/first" && echo same
dtrace -qE "$trace" -R "$work/copyz.etl" -x etlcompress; d "$work/copyz.etl" | cmp - "$work/first" && echo same, compressed
dtrace -qE "$work/copyz.etl" -R "$work/copy2.etl" -x etlbufsize=16k; d "$work/copy2.etl" | cmp - "$work/first" && echo same, small buffers
[ "$(wc -c <"$work/copyz.etl")" -lt "$(wc -c <"$work/copy.etl")" ] && echo smaller

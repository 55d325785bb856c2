# etlfrom and etlto cut; what names things is kept.
trace_get "demo"
rm -f "$work/cut.etl"
n='sched:::on-cpu { @[execname] = count(); }'
dtrace -qE "$trace" -x etlfrom=500ms -x etlto=1s -n "$n" >"$work/before"
dtrace -qE "$trace" -x etlfrom=500ms -x etlto=1s -R "$work/cut.etl"
dtrace -qE "$work/cut.etl" -x etlfrom=500ms -x etlto=1s -n "$n" | cmp - "$work/before" && echo same
dtrace -qE "$work/cut.etl" -n 'sched:::on-cpu /timestamp < 500000000 || timestamp > 1000000000/ { @ = count(); }'

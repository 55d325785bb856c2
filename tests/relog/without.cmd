# What relog() and -R need.
# @status: 2
trace_get "demo"
rm -f "$work/w.etl"
dtrace -qE "$trace" -n 'io:::start { relog(); }'
dtrace -qn 'BEGIN { exit(0); }' -R "$work/w.etl"
dtrace -qE "$trace" -R "$work/w.etl" -n 'io:::start { relog(1); }'
dtrace -qE "$trace" -R "$work/w.etl" -x etlto=1ms -n 'BEGIN { relog(); }'
ls "$work/w.etl" 2>/dev/null | wc -l
dtrace -lE "$trace" -R "$work/l.etl"

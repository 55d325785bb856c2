# A program that chooses nothing is copied nothing but names.
trace_get "demo"
rm -f "$work/none.etl"
dtrace -qE "$trace" -R "$work/none.etl" -n 'sched:::on-cpu /0/ { relog(); }'
dtrace -qE "$work/none.etl" -n 'sched:::wakeup, windows-kernel-perfinfo:::events { @["events"] = count(); } proc:::start { @["starts"] = count(); }'

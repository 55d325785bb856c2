# relog() copies the event, and with it what names things; of two clauses for one event, one is enough.
trace_get "demo"
rm -f "$work/few.etl"
dtrace -E "$trace" -R "$work/few.etl" -n 'sched:::wakeup /args[1]->pr_fname == "java.exe"/ { relog(); } sched:::wakeup /tid < 2000/ { relog(); @[execname, args[1]->pr_fname] = count(); }'
dtrace -qE "$work/few.etl" -n 'sched:::wakeup { @[args[1]->pr_fname] = count(); } sched:::on-cpu, profile:::profile-1000 { @s = count(); }'

#!/bin/sh
# How a session ends: ^C, exit(), the end of -c, a compile error with -c, kill -9.
. "$(dirname "$0")/lib.sh"

"$dtrace" -x switchrate=50ms -qn 'BEGIN { printf("ready\n"); } syscall:::entry { @n[execname] = count(); } END { printf("end\n"); }' \
	>"$tmp/out" 2>"$tmp/err" &
pid=$!
ready $pid
kill -TERM $pid	# an interrupt is ignored in the background
wait $pid
check "status 0 after an interrupt" test $? = 0
check "END fired" grep -q '^end$' "$tmp/out"
check "aggregations were printed" grep -qE '^  [^ ]+ +[0-9]+$' "$tmp/out"

"$dtrace" -qn 'tick-10ms { exit(3); }' >/dev/null 2>&1
check "exit(3)" test $? = 3

"$dtrace" -n 'syscall::getpid:entry' -c true >"$tmp/out" 2>"$tmp/err"
check "status 0 when -c ends" test $? = 0
check "says so" grep -q 'pid [0-9]* has exited' "$tmp/err"

"$dtrace" -n 'BEGIN { nonsense }' -c "touch $tmp/touched" >/dev/null 2>"$tmp/err"
check "status 1 for a D error" test $? = 1
check "the command never ran" test ! -e "$tmp/touched"

rm "$tmp/out"
"$dtrace" -x switchrate=50ms -qn 'BEGIN { printf("ready\n"); }' -c "sleep 60" >"$tmp/out" 2>/dev/null &
pid=$!
ready $pid
child=$(ps -o pid= --ppid $pid | tr -d ' ')
kill -KILL $pid
wait $pid 2>/dev/null
check "kill -9 leaves no stopped child" sh -c "! grep -q '^State:.*[tT] (' /proc/${child:-none}/status 2>/dev/null"
kill -KILL $child 2>/dev/null

# A string in a page that a new program has not touched yet is read at its call's return, at the end of tracing too.
# Programs that are nice are often interrupted in between.
loaders=
for i in 1 2; do
	nice -n 10 sh -c 'while :; do cat /nonexistent/file; sh -c :; done' 2>/dev/null &
	loaders="$loaders $!"
done
runs=0
for secs in 0.5 0.5 0.5 0.5 1 2 5 15 30; do	# a machine with much else to do gets more time
	timeout -s TERM $secs "$dtrace" -s "$src/dscripts/bin/opensnoop.d" >"$tmp/out" 2>>"$tmp/errs"
	grep -q ' /nonexistent/file$' "$tmp/out" && runs=$((runs + 1))
	[ $runs -lt 4 ] || break
done
kill $loaders
wait $loaders 2>/dev/null
check "the last calls' strings were read" test ! -s "$tmp/errs"
cat "$tmp/errs"
check "those of short-lived programs" test $runs -gt 0

# All probes end at one time: those of different sources have seen the same events.
(while :; do /bin/true; done) &
load=$!
"$dtrace" -qn 'proc:::exec-success /pid != $target/ { @a = count(); } sysinfo:::sysexec { @b = count(); }
	syscall:::entry, sched:::on-cpu { @c = count(); } END { printa("%@d %@d\n", @a, @b); }' -c "sleep 0.5" >"$tmp/out" 2>/dev/null
kill $load
wait $load 2>/dev/null
check "all probes end at one time" awk 'NR == 1 { exit !($1 > 0 && $1 == $2) }' "$tmp/out"

start=$(date +%s%N)
"$dtrace" -qn 'syscall::*a*:entry, syscall::*e*:entry { @ = count(); } tick-1ms { exit(0); }' >/dev/null 2>"$tmp/err"
check "hundreds of system calls" test $? = 0
took=$((($(date +%s%N) - start) / 1000000))
echo "    started and stopped in $took ms"
exit $failed

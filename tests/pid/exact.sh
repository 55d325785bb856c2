#!/bin/sh
# The pid provider: counts are exact however a function ends, and the traced program is as it is without tracing.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
frames=$6 twice=$7 cold=$8 throws=$9
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"
cp "$4" "$tmp/shapes"
cp "$5" "$tmp/libhalf.so"
shapes=$tmp/shapes half=$tmp/libhalf.so	# others may trace the originals at the same time

# counts WHAT FUNCTIONS POINTS COMMAND: what the program says of its functions is what is traced of them
counts() {
	about=$1 functions=$2 points=$3 command=$4
	rm -f "$tmp/counts.d"
	probes=$(for f in $functions; do for p in $points; do printf '%s' "pid\$target:a.out:$f:$p,"; done; done)
	timeout 60 "$dtrace" -x bufsize=16m -o "$tmp/counts.d" -c "$command" -n "
		${probes%,} { @[probefunc, probename] = count(); }" >"$tmp/counts" 2>"$tmp/err"
	check "$about: dtrace ends well" test $? = 0
	check "$about: the program's status" grep -q "exited with status 7" "$tmp/err"
	grep -E "^($(echo $functions | tr ' ' '|')) ($(echo $points | tr ' ' '|')) " "$tmp/counts" | sort >"$tmp/want"
	awk 'NF == 3 { print $1, $2, $3 }' "$tmp/counts.d" | sort >"$tmp/sorted"
	check "$about: it counted" test -s "$tmp/want"
	same "$about: counts" "$tmp/want" "$tmp/sorted"
}
for threads in 1 16; do
	counts "$threads threads" "add deep leap part" "entry return" "$shapes threads $threads"
	[ -z "$throws" ] || counts "exceptions, $threads threads" "thrower again catcher" "entry" "$throws $threads"
done
# A return that is traced hides the caller from what unwinds the stack: of these, no exception crosses the frame.
[ -z "$throws" ] || counts "exceptions caught" "catcher" "entry return" "$throws 2"
counts "a signal handler" "add deep handler" "entry return" "$shapes signals"
counts "vfork and exec" "add launch clone_calls" "entry return" "$shapes vfork"
counts "functions of one name" "twice" "entry return" "$twice"
counts "fork" "add deep" "entry return" "$shapes fork"

# Each caller is in a function's stack once, whatever the function begins with.
cat >"$tmp/want" <<END
down: down down down outer main
down: down down outer main
down: down outer main
leaf: leaf middle down down down outer main
leaf: leaf middle outer main
middle: middle down down down outer main
middle: middle outer main
outer: outer main
END
[ "$(uname -m)" = x86_64 ] && for program in "$frames" "$frames-cf"; do
	for kernel in auto no; do
		rm -f "$tmp/stacks"
		timeout 60 "$dtrace" -x kernel=$kernel -o "$tmp/stacks" -c "$program" -qn '
			pid$target:a.out:leaf:entry, pid$target:a.out:middle:entry, pid$target:a.out:down:entry,
			pid$target:a.out:outer:entry { @[probefunc, ustack()] = count(); }
			END { printa("%s:\n%k", @); }' >"$tmp/counts" 2>"$tmp/err"
		sed -n 's/^ *[^ `]*`\([a-z]*\)\(+0x[0-9a-f]*\)*$/ \1/p; /:$/p' "$tmp/stacks" | grep -xE '[a-z]*:| (leaf|middle|down|outer|main)' |
			tr -d '\n' | sed 's/main/main\n/g' | sort >"$tmp/sorted"
		same "stacks of $(basename "$program"), kernel=$kernel" "$tmp/want" "$tmp/sorted"
		check "the innermost is the start of a function" awk '/:$/ { n++; getline; if (/\+0x/) exit 1 } END { exit !n }' \
			"$tmp/stacks"
	done
done

timeout 20 "$dtrace" -n 'pid$target:a.out:_start:return' -c "$cold" >"$tmp/out" 2>"$tmp/err"
check "what doesn't return isn't traced there" grep -q "it doesn't return as others do" "$tmp/err"

# background MODE...: the program, when it is ready; its process is $pid
background() {
	rm -f "$tmp/said"
	"$shapes" "$@" >"$tmp/said" 2>&1 &
	pid=$!
	while kill -0 $pid && ! grep -qs ready "$tmp/said"; do sleep 0.02; done
}
# attached OPTION...: a dtrace that traces $pid and has counted; its process is $tracer
attached() {
	rm -f "$tmp/out"
	timeout 60 "$dtrace" -x switchrate=20ms -p $pid "$@" >"$tmp/out" 2>"$tmp/err" &
	tracer=$!
	ready $tracer
}
ended() { wait $tracer; check "$1: dtrace ends well" test $? = 0; }
# status WHAT STATUS: the program has enough, and ends
status() { kill -TERM $pid 2>/dev/null; wait $pid; check "$1: the program's status" test $? = $2; }
code() { grep '^code' "$tmp/said"; }
# links: the probes' links to the program or the library that any process has
links() { cat /proc/[0-9]*/fdinfo/* 2>/dev/null | grep -acE "^path:.*$tmp/(shapes|libhalf.so)"; }
seen=
counting='pid$target:a.out:deep:entry, pid$target:a.out:deep:return { n++; @[probefunc] = count(); }
	tick-10ms /n > 20 && !said/ { said = 1; printf("ready\n"); } END { printa("%s %@d\n", @); }'

# Another user's process isn't traced, and the message says why.
if command -v setpriv >/dev/null; then
	mkdir -m 755 "$tmp/lib"
	chmod 755 "$tmp"
	cp "$dtrace" "$tmp/dtrace"
	cp "$src"/translators/*.d "$tmp/lib"
	background calls
	DTRACE_LIBDIR=$tmp/lib timeout 20 setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all \
		"$tmp/dtrace" -qn 'pid$target:::entry' -p $pid >"$tmp/out" 2>"$tmp/err"
	check "another user's process: status 1" test $? = 1
	check "another user's process: why" grep -q "pid$pid:.*: the process is another user's" "$tmp/err"
	status "another user's process" 7
fi

# dtrace is killed in the middle: its probes go with it, and the program's code is as it was.
background calls
status "untraced" 7
plain=$(code)
check "its code" test -n "$plain"
for i in 1 2 3; do
	background calls
	attached -qn "$counting"
	kill -9 "$(cat "/proc/$tracer/task/$tracer/children")"
	wait $tracer
	check "kill -9 of dtrace" test $? = 137
	status "after kill -9 of dtrace" 7
	check "after kill -9 of dtrace: the code" test "$(code)" = "$plain"
done
background calls
attached -qn "$counting"
status "traced" 7
check "traced: the code has probes" test "$(code)" != "$plain"
ended "the program exits"
check "the program exits: counts" grep -q '^deep [1-9]' "$tmp/out"

# The program's file is gone, as after an update of it.
cp "$shapes" "$tmp/gone"
kept=$shapes shapes=$tmp/gone
background calls
rm "$tmp/gone"
attached -qn "$counting"
status "a file that is gone" 7
ended "a file that is gone"
check "a file that is gone: counts" grep -q '^deep [1-9]' "$tmp/out"
shapes=$kept

# The program becomes another, is killed, or unloads what is traced.
background exec /bin/sh -c 'exit 9'
attached -qn "$counting"
status "exec" 9
ended "exec"
background calls
attached -qn "$counting"
kill -9 $pid
status "kill -9 of the program" 137
ended "kill -9 of the program"
background reload "$half"
attached -qn "$(printf %s "$counting" | sed 's/a.out:deep/libhalf:half/g')"
[ "$(links)" = 0 ] || seen=1
status "unloading" 7
ended "unloading"
check "unloading: counts" grep -q '^half [1-9]' "$tmp/out"

# Busy processes under all functions of libc: one that copies, one that forks and executes without end. dtrace is killed,
# the process is, it executes another program; each time the other one of the two goes on or ends, and says what happened.
events=$(cat /sys/kernel/tracing/uprobe_events 2>/dev/null)
busy_processes() {
	wide='pid$target:libc*::entry, pid$target:libc*::return { n++; @[probename] = count(); }
		tick-20ms /n > 500 && !said/ { said = 1; printf("ready\n"); }'
	busy() {	# copies or forks: its process is $pid
		if [ $1 = copies ]; then dd if=/dev/zero of=/dev/null bs=64 2>/dev/null & else sh -c 'while :; do /bin/true; done' & fi
		pid=$!
	}
	ticks() { awk '{ print $14 + $15 + $16 + $17 }' /proc/$pid/stat; }
	for what in copies forks; do
		for option in "" "-x follow"; do
			busy $what
			# shellcheck disable=SC2086
			attached -n "$wide" $option
			check "$what $option: it counted" grep -q ready "$tmp/out"
			kill -9 "$(cat "/proc/$tracer/task/$tracer/children")"
			wait $tracer
			check "$what $option: kill -9 of dtrace" test $? = 137
			before=$(ticks)
			for _ in $(seq 50); do [ "$(ticks)" -gt $((before + 2)) ] && break; sleep 0.1; done
			check "$what $option: it goes on" test "$(ticks)" -gt $((before + 2))
			status "$what $option: after kill -9 of dtrace" 143
		done
		for signal in TERM KILL; do
			want=143
			[ $signal = TERM ] || want=137
			busy $what
			attached -n "$wide"
			kill -$signal $pid
			wait $pid 2>/dev/null
			check "$what, SIG$signal: its status" test $? = $want
			ended "$what, SIG$signal"
			check "$what, SIG$signal: a message says so" grep -q "pid $pid has exited" "$tmp/err"
			check "$what, SIG$signal: counts" grep -q 'entry  *[1-9]' "$tmp/out"
		done
	done
	sh -c 'i=0; while [ $i -lt 300 ]; do /bin/true; i=$((i + 1)); done; exec /bin/sh -c "exit 9"' &
	pid=$!
	attached -n "$wide"
	wait $pid
	check "forks, then exec: its status" test $? = 9
	ended "forks, then exec"
	check "forks, then exec: a message says so" grep -q "pid $pid has exited" "$tmp/err"
}
[ -n "$BRIEF" ] || busy_processes
check "nothing is left in uprobe_events" test "$(cat /sys/kernel/tracing/uprobe_events 2>/dev/null)" = "$events"

# What the kernel still has of probes in the program and the library: none.
if [ -n "$seen" ]; then
	check "no link is left" test "$(links)" = 0
else
	echo "this kernel doesn't show the links of probes: not looked for"
fi
exit $failed

#!/bin/sh
# Libraries that a program loads while it is traced, where the module is a pattern or empty: from their first function on.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"
cp "$3" "$tmp/loads"
cp "$4" "$tmp/libone.so"
cp "$5" "$tmp/libtwo.so"
cp "$4" "$tmp/libtwin.so"	# the functions of libone in another file
loads=$tmp/loads one=$tmp/libone.so:one_work two=$tmp/libtwo.so:two_work

# counts WHAT WANT COMMAND PROGRAM OPTION...: what the program prints at its end, sorted; the command is as without tracing
counts()
{
	about=$1 want=$2 command=$3 program=$4
	shift 4
	rm -f "$tmp/counts.d"
	timeout 60 "$dtrace" "$@" -qn "$program" -o "$tmp/counts.d" -c "$command" >"$tmp/counts" 2>"$tmp/err"
	got=$(grep . "$tmp/counts.d" | sort | tr '\n' ' ')
	check "$about" test "$got" = "$want" || { echo "got: $got"; cat "$tmp/err"; }
	check "$about: the program's output" test "$(cat "$tmp/counts")" = loaded
}

slow=no modes="auto no"	# to end the tracing of each place
case $LD_PRELOAD in *nomulti*) slow=yes modes=auto ;; esac
[ -z "$BRIEF" ] || modes=auto
by_function='{ @[probemod, probefunc, probename] = count(); } END { printa("%s %s %s %@d\n", @); }'
first="libone.so one_begin entry 1 libone.so one_begin return 1 libone.so one_work entry 10 libone.so one_work return 10 "
second="libtwo.so two_begin entry 1 libtwo.so two_begin return 1 libtwo.so two_work entry 10 libtwo.so two_work return 10 "
for kernel in $modes; do
	with="kernel=$kernel"
	counts "a pattern, $with" "$first" "$loads once $one" 'pid$target:*one*:one_*: '"$by_function" -x $with
	counts "two libraries, $with" "$first$second" "$loads once $one $two" 'pid$target:lib*:one_*:, pid$target:lib*:two_*: '"$by_function" -x $with -Z
	[ $slow = yes ] || counts "an empty module, $with" "libone.so 22 libtwo.so 22 loads 1 " "$loads once $one $two" 'pid$target:::entry, pid$target:::return
		/probefunc == "one_work" || probefunc == "two_work" || probefunc == "one_begin" || probefunc == "two_begin" ||
		(probefunc == "main" && probename == "entry")/ { @[probemod] = count(); } END { printa("%s %@d\n", @); }' -x $with -x bufsize=16m
	counts "in a thread, $with" "$first$second" "$loads thread $one $two" 'pid$target::one_*:, pid$target::two_*: '"$by_function" -x $with -Z
	counts "loaded again, $with" "one_begin 3 one_work 30 two_begin 3 two_work 30 " "$loads again $one $two" 'pid$target:lib[ot]*:one_*:entry,
		pid$target:lib[ot]*:two_*:entry { @[probefunc] = count(); } END { printa("%s %@d\n", @); }' -x $with -Z
	[ $slow = no ] || continue
	counts "the key doesn't vary, $with" "110 22 55 " "$loads once $one $two" 'pid$target:*.so:*_work:entry { @ = sum(arg0 + 1); @all = count(); }
		pid$target:*.so:*_begin:entry { @all = count(); } pid$target:*.so:*_work:entry { @ = sum(0); }
		END { normalize(@, 2); printa("%@d\n", @); printa("%@d\n", @all); denormalize(@); printa("%@d\n", @); }' -x $with -Z
	counts "arguments, results, variables of threads, $with" "1 110 20 " "$loads once $one $two" 'pid$target:lib*:*_work:entry { self->n = arg0; self->t = timestamp; }
		pid$target:lib*:*_work:return /self->t/ { @ok = min(self->t <= timestamp); @n = count(); @sum = sum((int)arg1 - self->n); self->t = 0; }
		END { printa("%@d\n%@d\n%@d\n", @ok, @sum, @n); }' -x $with -Z
	counts "an address in each function, $with" "one_work 10 two_work 10 " "$loads once $one $two" 'pid$target:lib*:*_work:0
		{ @[probefunc] = count(); } END { printa("%s %@d\n", @); }' -x $with -Z
	counts "the same library by another path, $with" "libone.so 10 libtwin.so 10 " "$loads once $one $tmp/libtwin.so:one_work" 'pid$target:lib*:one_work:entry
		{ @[probemod] = count(); } END { printa("%s %@d\n", @); }' -x $with -Z
	counts "one named, all by a pattern, $with" "one_begin 1 one_work 20 two_begin 1 two_work 10 " "$loads once $one $two" 'pid$target:'"$tmp"'/libone.so:one_work:entry
		{ @[probefunc] = count(); } pid$target:lib*:*_work:entry, pid$target:lib*:*_begin:entry { @[probefunc] = count(); }
		END { printa("%s %@d\n", @); }' -x $with -Z
	counts "in a child, with follow, $with" "one_begin 1 one_work 10 " "$loads fork $one" 'pid$target:lib*:one_*:entry
		{ @[probefunc] = count(); } END { printa("%s %@d\n", @); }' -x $with -Z -x follow
	counts "in a child, without, $with" "" "$loads fork $one" 'pid$target:lib*:one_*:entry
		{ @[probefunc] = count(); } END { printa("%s %@d\n", @); }' -x $with -Z
	counts "records, $with" "one_begin 1 two_begin 1 " "$loads once $one $two" 'pid$target:lib*:*_begin:entry { printf("%s %d\n", probefunc, arg0); }' -x $with -Z
done
check "a function that no object has is refused" sh -c "! '$dtrace' -qn 'pid\$target::no_such_function:entry' -c true >/dev/null 2>'$tmp/err'"
check "and how it is traced in a library that comes later" grep -q "no such function.*-Z" "$tmp/err"
counts "a pattern of which there is nothing" "one_work 10 " "$loads once $one" 'pid$target:*one*:one_work:entry { @[probefunc] = count(); } END { printa("%s %@d\n", @); }'
check "a message says so" grep -q "no object of the process is \*one\* yet" "$tmp/err"

"$dtrace" -n 'pid$target:*one*:one_work:entry { @ = count(); }' -o "$tmp/counts.d" -c "$loads once $one" >"$tmp/out" 2>"$tmp/err"
check "the program's status is its own" grep -q "exited with status 7" "$tmp/err"

[ $slow = no ] || exit $failed

# Module by module, as python3 loads its own.
python=$(command -v python3) && module=$("$python" -c 'import _bisect; print(_bisect.__file__)' 2>/dev/null) && [ -f "$module" ] || module=
if [ -z "$module" ]; then	# another that is in a file
	module=$("$python" -c 'import _json; print(_json.__file__)' 2>/dev/null)
fi
if [ -f "$module" ]; then
	name=$(basename "$module" | sed 's/\..*//')
	timeout 60 "$dtrace" -x bufsize=16m -qn 'pid$target:'"$name"'*:PyInit_*:entry { @[probefunc] = count(); } END { printa("%s %@d\n", @); }' -o "$tmp/python" \
		-c "$python -c 'import $name; print(\"imported\")'" >"$tmp/out" 2>"$tmp/err"
	check "a module of python" test "$(grep . "$tmp/python") $(cat "$tmp/out")" = "PyInit_$name 1 imported" || cat "$tmp/err"
else
	echo "skipped: python3 has no module in a file"
fi

# A process that runs already; the tracer is killed while libraries come and go.
"$loads" ever "$one" "$two" >"$tmp/rounds" 2>&1 &
pid=$!
rounds() { wc -l <"$tmp/rounds"; }
goes_on() { n=$(rounds); for _ in $(seq 60); do sleep 0.2; [ "$(rounds)" -gt "$n" ] && return 0; done; return 1; }
while [ "$(rounds)" -lt 3 ]; do sleep 0.05; done
both=0
for i in 1 2 3 4 5 6 7 8; do	# whatever it has loaded when the tracer comes
	timeout 60 "$dtrace" -x switchrate=50ms -Zqn 'pid$1:lib*:*_work:entry { @[probefunc] = count(); } tick-10ms /++n == 30/ { exit(0); }' \
		$pid >"$tmp/out" 2>&1
	if grep -q 'one_work *[1-9]' "$tmp/out" && grep -q 'two_work *[1-9]' "$tmp/out"; then both=$((both + 1)); else cat "$tmp/out"; fi
done
check "a process that runs" test $both = 8
check "it goes on afterwards" goes_on
killed=0
for i in 1 2 3 4 5 6 7 8; do
	rm -f "$tmp/out"
	"$dtrace" -x switchrate=50ms -Zqn 'BEGIN { printf("ready\n"); } pid$1:lib[ot]*::entry, pid$1:lib[ot]*::return { @[probefunc] = count(); }' $pid >"$tmp/out" 2>&1 &
	tracer=$!
	ready $tracer
	sleep 0.0$i
	kill -9 $tracer
	wait $tracer 2>/dev/null
	goes_on && killed=$((killed + 1))
done
check "it goes on when the tracer is killed" test $killed = 8
"$dtrace" -x switchrate=50ms -Zqn 'BEGIN { printf("ready\n"); } pid$1:lib[ot]*::entry { @[probefunc] = count(); }' $pid >"$tmp/out" 2>&1 &
tracer=$!
ready $tracer
kill -STOP $tracer
check "it goes on while the tracer is stopped" goes_on
kill -CONT $tracer
kill $tracer
wait $tracer
kill -9 $pid
wait $pid 2>/dev/null

# Another user's process, which dtrace itself may not signal any more.
if command -v setpriv >/dev/null && chmod 755 "$tmp"; then
	(cd / && exec setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "$loads" ever "$one" "$two") >"$tmp/rounds" 2>&1 &
	pid=$!
	while kill -0 $pid 2>/dev/null && [ "$(rounds)" -lt 3 ]; do sleep 0.05; done
	timeout 60 "$dtrace" -x switchrate=50ms -Zqn 'pid$1:lib*:*_work:entry { @[probefunc] = count(); } tick-10ms /++n == 50/ { exit(0); }' \
		$pid >"$tmp/out" 2>&1
	check "a process of another user" sh -c "grep -q 'one_work *[1-9]' '$tmp/out' && grep -q 'two_work *[1-9]' '$tmp/out'" || cat "$tmp/out"
	check "it goes on, too" goes_on
	kill -9 $pid
	wait $pid 2>/dev/null
fi
exit $failed

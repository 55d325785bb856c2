#!/bin/sh
# The pid provider, against the counters of the traced program itself.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
calls=$3
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"

# run NAME COMMAND PROGRAM...: the program's output and status to $tmp/NAME, what is traced to $tmp/NAME.d
run()
{
	what=$1 command=$2
	shift 2
	rm -f "$tmp/$what.d"
	timeout 60 "$dtrace" -o "$tmp/$what.d" -c "$command" "$@" >"$tmp/$what" 2>"$tmp/$what.err" ||
		{ bad "$what: dtrace fails"; cat "$tmp/$what.err"; }
}

for threads in 1 16; do
	for kernel in auto no; do
		run counts "$calls $threads" -x kernel=$kernel -x bufsize=16m -qn '
			pid$target:a.out:add:entry, pid$target:a.out:fact:entry, pid$target:a.out:jump:entry,
			pid$target:a.out:name:entry { @[probefunc] = count(); }
			END { printa("%s %@d\n", @); }'
		sort "$tmp/counts.d" | grep . >"$tmp/sorted"
		same "entries, $threads threads, kernel=$kernel" "$tmp/counts" "$tmp/sorted"
	done
	run returns "$calls $threads" -qn 'pid$target::add:return, pid$target::fact:return { @[probefunc] = count(); }
		END { printa("%s %@d\n", @); }'
	grep -E '^(add|fact)' "$tmp/returns" >"$tmp/want"
	sort "$tmp/returns.d" | grep . >"$tmp/sorted"
	same "returns, recursion and longjmp, $threads threads" "$tmp/want" "$tmp/sorted"
done

run values "$calls 1" -qn '
	pid$target:a.out:add:entry { @in[arg0, (int)arg1] = count(); }
	pid$target:a.out:add:return { @out[(int)arg1] = count(); }
	pid$target:a.out:name:entry { @name[copyinstr(arg0), arg1, arg2, arg3, arg4, arg5] = count(); }
	END { printa("in %d %d %@d\n", @in); printa("out %d %@d\n", @out); printa("name %s %d %d %d %d %d %@d\n", @name); }'
sort "$tmp/values.d" | grep . >"$tmp/sorted"
cat >"$tmp/want" <<END
in 0 -1 167
in 1 -1 167
in 2 -1 166
name even 1 2 3 4 5 250
name odd 1 2 3 4 5 250
out -1 167
out 0 167
out 1 166
END
same "arguments and results" "$tmp/want" "$tmp/sorted"

for kernel in auto no; do
	run many "$calls many" -x kernel=$kernel -qn 'pid$target::many:entry {
		printf("%d %d %d %d %s\n", arg5, (int)arg6, arg7, (short)arg8, copyinstr(*(uint64_t *)copyin(arg9, 8))); }'
	check "arguments on the stack, memory that isn't resident, kernel=$kernel" test "$(grep . "$tmp/many.d")" = "6 -7 8 -9 never read"
done

run time "$calls 4" -qn '
	pid$target:a.out:add:entry { self->t = timestamp; }
	pid$target:a.out:add:return /self->t/ { @ = count(); @less = sum(timestamp < self->t); self->t = 0; }
	END { printa("%@d %@d\n", @, @less); }'
check "times of calls" test "$(grep . "$tmp/time.d")" = "2000 0"

run offset "$calls 1" -qn 'pid$target:a.out:add:0 { @ = count(); } END { printa("%@d\n", @); }'
check "an offset" test "$(grep . "$tmp/offset.d")" = 500

# At an entry the caller is the frame after the function, whether it has set up its own yet or not.
run callers "$calls 1" -qn 'pid$target:a.out:fact:entry { @[ustack(2)] = count(); }'
check "callers of a function" test "$(grep -c 'pid-calls`fact+0x' "$tmp/callers.d")" = 1
check "the outermost call's" grep -q 'pid-calls`calls+0x' "$tmp/callers.d"

# A program is as it is without tracing, under all functions of all its libraries.
for command in "$calls 2" "ls /usr" "echo unharmed" "sh -c 'exit 3'" "wc /etc/passwd" "false"; do
	sh -c "$command" >"$tmp/plain" 2>&1
	status=$?
	run traced "$command" -n 'pid$target:::entry { @ = count(); }'
	same "$command: its output" "$tmp/plain" "$tmp/traced"
	[ $status = 0 ] || check "$command: its status" grep -q "exited with status $status" "$tmp/traced.err"
	check "$command: its functions" grep -q "[1-9]" "$tmp/traced.d"
done

run libc "ls /usr" -qn 'pid$target:libc:malloc:entry { @["libc"] = count(); } pid$target:libc.so.1:mallo?:entry { @["so"] = count(); }
	END { printa("%s %@d\n", @); }'
check "names of a library" test "$(awk '{ print $2 }' "$tmp/libc.d" | grep . | sort -u | wc -l)" = 1

# What a process forks, and what the others do meanwhile.
"$calls" forever >"$tmp/forever" &
pid=$!
for kernel in auto no; do
	run follow "$calls fork" -x follow -x kernel=$kernel -qn 'pid$target::add:entry { @[pid] = count(); } END { printa("%@d\n", @); }'
	check "processes that are forked, kernel=$kernel" test "$(grep . "$tmp/follow.d" | sort -n | tr '\n' ' ')" = "1 5 10 10 10 "
done
run alone "$calls fork" -qn 'pid$target::add:entry { @[pid] = count(); } END { printa("%@d\n", @); }'
check "without follow, the process alone" test "$(grep . "$tmp/alone.d")" = 5
"$calls" forever >"$tmp/forever" &
other=$!
run two true -qn 'pid$1::add:entry, pid$2::add:entry { @[pid == $1, pid == $2] = count(); }
	tick-10ms /++n == 50/ { exit(0); } END { printa("%d %d\n", @); }' $pid $other
check "several processes" test "$(grep . "$tmp/two.d" | sort | tr '\n' ' ')" = "0 1 1 0 "
run two true -x follow -qn 'pid$1::add:entry, pid$2::add:entry { @[probeprov == "pid'$pid'", pid == $1] = count(); }
	tick-10ms /++n == 50/ { exit(0); } END { printa("%d %d\n", @); }' $pid $other
check "several processes, each with its own probes" test "$(grep . "$tmp/two.d" | sort | tr '\n' ' ')" = "0 0 1 1 "
kill $pid $other
wait $pid $other 2>/dev/null

# A library that the program loads later, by its name, and by its path; it is loaded and unloaded several times.
cat >"$tmp/loads.c" <<END_C
#include <dlfcn.h>
int main(int argc, char **argv)
{
	for (int k = 0; k < 3; k++) {
		void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : 0;
		int (*half)(int) = library ? (int (*)(int))dlsym(library, "half") : 0;

		for (int i = 0; half && i < 10; i++)
			half(i);
		if (!half || dlclose(library) != 0)
			return 1;
	}
	return 0;
}
END_C
cp "$4" "$tmp/libhalf.so.2"
if ${CC:-cc} -o "$tmp/loads" "$tmp/loads.c" -ldl 2>/dev/null; then
	for module in libhalf libhalf.so.1 libhalf.so.2 "$tmp/libhalf.so.2"; do
		(cd "$tmp" && run later "$tmp/loads $tmp/libhalf.so.2" -qn "pid\$target:$module:half:entry { @ = count(); } END { printa(\"%@d\n\", @); }")
		check "a library that is loaded later, as $module" test "$(grep . "$tmp/later.d")" = 30
		check "a message says which file it is" grep -q "isn't loaded yet.*$tmp/libhalf.so.2" "$tmp/later.err"
	done
	timeout 20 "$dtrace" -qn 'pid$target:libnosuch:half:entry { n++; }' -c "$tmp/loads $tmp/libhalf.so.2" >"$tmp/out" 2>&1
	check "a library that is nowhere is refused" grep -q "the process has no such object" "$tmp/out"
fi

# A process whose program is in a file system that only it has mounted, and whose number it doesn't know itself.
if unshare -m true 2>/dev/null; then
	cp "$calls" "$tmp/outer"
	unshare -mp --fork sh -c "mount -t tmpfs none /mnt && cp '$tmp/outer' /mnt/inner$$ && exec /mnt/inner$$ forever" >"$tmp/inner" 2>/dev/null &
	parent=$!
	while kill -0 $parent 2>/dev/null && ! grep -qs ready "$tmp/inner"; do sleep 0.05; done
	inner=$(pgrep -P $parent)
	run inside true -qn 'pid$1:a.out:add:entry { @[ustack(2)] = count(); } tick-10ms /++n == 20/ { exit(0); }' $inner
	check "a process in a container" grep -q "inner$$\`add" "$tmp/inside.d"
	check "and its caller" grep -q "inner$$\`main+0x" "$tmp/inside.d"
	kill -9 $inner # the first process of its namespace
	wait $parent 2>/dev/null
fi

# A process that runs already.
"$calls" forever >"$tmp/forever" &
pid=$!
while ! grep -qs ready "$tmp/forever"; do sleep 0.05; done
timeout 20 "$dtrace" -qn 'pid$target::add:entry /arg0 == arg1/ { n++; } tick-10ms /n > 20/ { printf("enough\n"); exit(0); }' \
	-p $pid >"$tmp/out" 2>&1
check "-p" grep -q enough "$tmp/out"
timeout 20 "$dtrace" -qn 'pid$1::add:entry { n++; } tick-10ms /n > 20/ { printf("enough\n"); exit(0); }' $pid >"$tmp/out" 2>&1
check "pid\$1" grep -q enough "$tmp/out"
# dtrace is killed: the process goes on.
"$dtrace" -qn 'pid$target::add:entry { @ = count(); }' -p $pid >/dev/null 2>&1 &
tracer=$!
sleep 0.5
kill -9 $tracer
wait $tracer 2>/dev/null
sleep 0.2
check "after kill -9 of dtrace it runs" kill -0 $pid
# The process is killed: dtrace ends.
timeout 20 "$dtrace" -qn 'pid$target::add:entry { @ = count(); }' -p $pid >"$tmp/out" 2>&1 &
tracer=$!
sleep 0.5
kill -9 $pid
wait $tracer
check "after kill -9 of the process dtrace ends" test $? = 0
exit $failed

#!/bin/sh
# Two tracers at one tracepoint: the kernel then calls their programs through a function of its own, which is no frame of
# anybody's stack, nor the caller.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "needs python3"

echo 'import os, sys, time
for i in range(20): os.getpgid(0); time.sleep(0.001)' >"$tmp/load.py"
# keys made in the kernel, records, and the caller; stack(2) has two frames whoever else traces
text='
syscall::getpgid:entry, syscall::getpgid:return, sched:::off-cpu /pid == $target/ { @[stack()] = count(); @two[stack(2)] = count(); }
syscall::getpgid:entry /pid == $target/ { printf("caller %a\n", caller); stack(2); printf("end\n"); }
linux-sched:::sched_switch /pid == $target/ { printf("record %x\n", arg3); stack(1); }
END { printf("keys\n"); printa(@); printf("pairs\n"); printa(@two); }'
trace() { "$dtrace" $1 -x stackindent=1 -qn "$text" -c "python3 $tmp/load.py" >"$tmp/$2" 2>"$tmp/err"; cat "$tmp/err"; }
frames() { awk '/^end$/ { if (seen && n != 2) bad++; seen = 0 } seen && /`/ { n++ } /^caller/ { seen = 1; n = 0; all++ }
	END { exit all < 20 || bad }' "$1"; }
pairs() { awk '/^pairs$/ { on = 1; next } on && /`/ { n++ } on && /^ *[0-9]+$/ { if (n != 2) bad++; n = 0; all++ }
	END { exit !all || bad }' "$1"; }

for where in kernel=auto kernel=no; do
	trace "-x $where" alone
	: >"$tmp/out"
	"$dtrace" -x switchrate=50ms -qn 'BEGIN { printf("ready\n"); }
	syscall::getpgid:entry, syscall::getpgid:return, sched:::off-cpu { @[stack()] = count(); }
	linux-sched:::sched_switch { @[stack(1)] = count(); }' >"$tmp/out" 2>&1 &
	other=$!
	ready $other
	trace "-x $where" both
	kill -TERM $other
	wait $other
	for f in alone both out; do
		check "$where, $f: there are stacks" grep -q 'vmlinux`' "$tmp/$f"
		check "$where, $f: none has the kernel's loop over tracers" sh -c "! grep -n __traceiter $tmp/$f"
	done
	for f in alone both; do
		check "$where, $f: stack(2) has two frames" frames "$tmp/$f"
		check "$where, $f: as a key too" pairs "$tmp/$f"
		grep '^caller' "$tmp/$f" | sort -u >"$tmp/$f.caller"
	done
	same "$where: the caller is the same, alone or not" "$tmp/alone.caller" "$tmp/both.caller"
done

# A clause that reads the record has its tracepoint attached in another way, and the same frames.
first() { "$dtrace" -x stackindent=1 -qn "linux-sched:::sched_switch /pid == \$target && $1/ { @[stack(1)] = count(); }" \
	-c "python3 $tmp/load.py" 2>&1 | grep -v '^ *[0-9]*$' | sort -u; }
first 1 >"$tmp/direct"
first 'arg3 != 0' >"$tmp/record"
check "the switches have a frame" grep -q 'vmlinux`' "$tmp/direct"
same "it is the same beside the record" "$tmp/direct" "$tmp/record"
# An event that another program has made of an instruction in a file can't be attached to as a tracepoint is.
events=/sys/kernel/tracing/uprobe_events
if echo "p:dtracetest/event$$ $(readlink -f /bin/sh):0x4000" >>"$events" 2>/dev/null; then
	"$dtrace" -qn 'linux-dtracetest:::, linux-sched:::sched_switch { n++; } tick-10ms /n/ { printf("enough\n"); exit(0); }' >"$tmp/out" 2>"$tmp/err"
	echo "-:dtracetest/event$$" >>"$events"
	check "an event that can't be attached to is named" grep -q 'dtracetest:event.* is left out' "$tmp/err"
	check "and the others work" grep -q enough "$tmp/out"
fi
exit $failed

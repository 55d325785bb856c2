#!/bin/sh
# sched, against the kernel's own counts: getrusage's switches, the interrupts of /proc/interrupts.
. "$(dirname "$0")/lib.sh"

[ "$(uname -m)" = x86_64 ] || skip "needs the tracepoints of x86"
command -v python3 >/dev/null || skip "needs python3"

# Between its two getpriority() calls the load sleeps, yields and computes; it prints what getrusage counted of that.
cat >"$tmp/load.py" <<'END'
import os, resource, time
def switches():
    r = resource.getrusage(resource.RUSAGE_SELF)
    return r.ru_nvcsw, r.ru_nivcsw
a = switches()
os.getpriority(os.PRIO_PROCESS, 0)
for i in range(40):
    time.sleep(0.001)
    os.sched_yield()
end = time.process_time() + 0.4
while time.process_time() < end:
    pass
os.getpriority(os.PRIO_PROCESS, 0)
b = switches()
print("voluntary", b[0] - a[0])
print("involuntary", b[1] - a[1])
END

interrupts() { awk -v w="$1:" '$1 == w { for (i = 2; i <= NF && $i ~ /^[0-9]+$/; i++) n += $i } END { print n + 0 }' /proc/interrupts; }
near() { [ "$1" -ge $(($2 - $3)) ] && [ "$1" -le $(($2 + $3)) ]; }
got() { awk -v k="$1" '$1 == k { print $2; f = 1 } END { if (!f) print 0 }' "$tmp/out"; }

loc=$(interrupts LOC)
"$dtrace" -qn '
int on;
syscall::getpriority:entry /pid == $target/ { on = !on; }
sched:::sleep, sched:::preempt, sched:::off-cpu, sched:::on-cpu, sched:::enqueue, sched:::dequeue /pid == $target && on/
{ @[probename] = count(); }
sched:::enqueue, sched:::dequeue /pid == $target && (args[0]->pr_lwpid != tid || args[1]->pr_pid != pid)/
{ @["other"] = count(); }
sched:::tick /pid == $target/ { @["tick"] = count(); }
sched:::tick { @["alltick"] = count(); }
END { printa("%s %@d\n", @); }' -c "python3 $tmp/load.py" >"$tmp/out" 2>"$tmp/err"
loc=$(($(interrupts LOC) - loc))
v=$(got voluntary) i=$(got involuntary) sleep=$(got sleep) preempt=$(got preempt)
cat "$tmp/err"
check "no drops, no errors" sh -c "! grep -qE 'drop|error|fail|invalid' $tmp/err"
check "it slept" test "$v" -ge 40
# between getrusage and the marks a switch or two may come
check "sleeps ($sleep) are the voluntary switches ($v)" near "$sleep" "$v" 3
check "preemptions ($preempt) are the involuntary switches ($i)" near "$preempt" "$i" 3
check "each way to leave is one off-cpu" near "$(got off-cpu)" $((sleep + preempt)) 1
check "on-cpu ($(got on-cpu)) is off-cpu ($(got off-cpu))" near "$(got on-cpu)" "$(got off-cpu)" 3
check "each that comes has left a queue ($(got dequeue))" near "$(got dequeue)" "$(got on-cpu)" 3
check "as many enter a queue as leave one" near "$(got enqueue)" "$(got dequeue)" 3
check "enqueue and dequeue fire in the thread concerned" test "$(got other)" = 0
check "the clock finds the load" test "$(got tick)" -ge 10
check "ticks ($(got alltick)) are no more than the clock's interrupts ($loc)" test "$(got alltick)" -le "$loc"

# Who waits how long: enqueue to dequeue of one thread, in the queue of a CPU that there is.
"$dtrace" -qn '
sched:::enqueue /pid == $target/ { self->t = timestamp; }
sched:::dequeue /self->t/ { @n = count(); @bad = sum(args[2]->cpu_id < 0 || args[2]->cpu_id >= '"$(nproc --all)"'); self->t = 0; }
END { printa("waits %@d\nbad %@d\n", @n, @bad); }' -c "python3 $tmp/load.py" >"$tmp/out" 2>"$tmp/err"
check "it waited in queues" test "$(got waits)" -ge 40
check "of CPUs that there are" test "$(got bad)" = 0

# A thread that is moved to another CPU while it waits changes its queue.
if [ "$(nproc)" -ge 2 ]; then
cat >"$tmp/move.py" <<'END'
import os, signal, time
cpus = sorted(os.sched_getaffinity(0))[:2]
children = []
for i in range(6):
    child = os.fork()
    if child == 0:
        while True:
            pass
    children.append(child)
end = time.time() + 1
while time.time() < end:
    for i, child in enumerate(children):
        os.sched_setaffinity(child, {cpus[i % 2]})
    time.sleep(0.003)
    for i, child in enumerate(children):
        os.sched_setaffinity(child, {cpus[(i + 1) % 2]})
    time.sleep(0.003)
for child in children:
    os.kill(child, signal.SIGKILL)
END
"$dtrace" -qn '
self int in;
sched:::enqueue { @twice = sum(self->in != 0); self->in = 1 + args[2]->cpu_id; }
sched:::dequeue /self->in/ { @n = count(); @other = sum(self->in != 1 + args[2]->cpu_id); self->in = 0; }
END { printa("waits %@d\nother %@d\ntwice %@d\n", @n, @other, @twice); }' -c "python3 $tmp/move.py" >"$tmp/out" 2>"$tmp/err"
check "threads waited" test "$(got waits)" -ge 100
check "each left the queue that it had entered" test "$(got other)" = 0
# a virtual machine may lose a switch: perf misses it as well
check "hardly any was in two queues" test $(($(got twice) * 200)) -le "$(got waits)"
fi

# Priorities.
cat >"$tmp/pri.py" <<'END'
import os
os.nice(3)
child = os.fork()
if child == 0:
    os.read(0, 1)
    os._exit(0)
os.setpriority(os.PRIO_PROCESS, child, 7)
print("child", child)
os.kill(child, 9)
os.wait()
try:
    os.setpriority(os.PRIO_PROCESS, 0x3ffffff, 1)
except OSError:
    pass
try:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(5))
    print("fifo")
except OSError:
    pass
END
"$dtrace" -qn 'sched:::change-pri /pid == $target/
{ printf("%s %d %s\n", args[0]->pr_lwpid == tid ? "self" : "other", args[2], args[1]->pr_pid == pid ? "own" : "child"); }' \
	-c "python3 $tmp/pri.py" >"$tmp/out" 2>"$tmp/err" </dev/zero
# 120 is the priority of nice 0; the test may itself be nice, and 19 is as nice as one can be
own=$(nice) nicer=$(($(nice) + 3))
[ $nicer -le 19 ] || nicer=19
[ "$own" = 19 ] || check "nice(3)" grep -qx "self $((120 + nicer)) own" "$tmp/out"
check "setpriority() of a child" grep -qx 'other 127 child' "$tmp/out"
if grep -qx fifo "$tmp/out"; then
	check "sched_setscheduler(), FIFO 5" grep -qx 'self 94 own' "$tmp/out"
fi
check "a call that fails changes nothing" test "$(grep -cE '^(self|other)' "$tmp/out")" -le 3

# Another CPU's request: counted by the kernel too.
if grep -q 'RES:' /proc/interrupts; then
	res=$(interrupts RES)
	"$dtrace" -qn 'sched:::surrender { @ = count(); } END { printa("surrender %@d\n", @); }' \
		-c "python3 $tmp/load.py" >"$tmp/out" 2>"$tmp/err"
	res=$(($(interrupts RES) - res))
	check "surrenders ($(got surrender)) are no more than the requests ($res)" test "$(got surrender)" -le "$res"
fi
exit $failed

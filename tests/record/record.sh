#!/bin/sh
# A script that runs while the system is recorded, and then over the trace, prints the same.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"
work='for i in 1 2 3; do ls /usr >/dev/null; sleep 0.02; done; (exit 3); cat /nowhere/at/all 2>/dev/null; kill -USR1 $$'
cat >"$tmp/work.sh" <<EOF
$work
EOF

# Its buffers are never full: see the end.
"$dtrace" -E "$tmp/five.etl" -x record=net -x etlbufsize=16m -x etlbuffers=1 2>/dev/null &
five=$!
began=$(date +%s)

# both NAME OPTION...: the script $tmp/NAME.d, live and over what was recorded
both()
{
	name=$1
	shift
	rm -f "$tmp/$name.etl"
	timeout 60 "$dtrace" -q -g -E "$tmp/$name.etl" -s "$tmp/$name.d" -c "sh $tmp/work.sh" "$@" >"$tmp/live" 2>"$tmp/err"
	check "$name is recorded" grep -q " 0 lost; " "$tmp/err" || cat "$tmp/err"
	"$dtrace" -q -E "$tmp/$name.etl" -s "$tmp/$name.d" "$@" >"$tmp/replay" 2>"$tmp/err" || cat "$tmp/err"
	sort "$tmp/live" >"$tmp/want"
	sort "$tmp/replay" >"$tmp/have"
	check "$name has output" test "$(grep -c . "$tmp/live")" -gt 2
	same "$name is the same over the trace" "$tmp/want" "$tmp/have"
}

cat >"$tmp/sched.d" <<'EOF'
sched:::on-cpu { @on[execname, pid, tid] = count(); }
sched:::off-cpu { @off[execname, args[1]->pr_fname] = count(); @s[execname, stackdepth] = count(); }
sched:::sleep { @sleep[execname] = count(); }
sched:::preempt { @preempt[execname] = count(); }
sched:::wakeup { @wakeup[execname, args[1]->pr_fname, args[0]->pr_lwpid] = count(); }
EOF
both sched
cat >"$tmp/proc.d" <<'EOF'
proc:::create { @create[execname, args[0]->pr_fname] = count(); }
proc:::exec-success { @exec[execname, pid, curpsinfo->pr_psargs] = count(); }
proc:::exit { @exit[execname, args[0], args[1]] = count(); }
proc:::lwp-create { @lwp[execname] = count(); }
proc:::lwp-exit { @lwpexit[execname] = count(); }
EOF
long=$(head -c 9000 /dev/zero | tr '\0' a)
echo "sh -c : $long; $work" >"$tmp/work.sh"
sleep 100 $(yes 0 | head -4500) & # the sum
there=$!
both proc -x strsize=10k
kill $there
echo "$work" >"$tmp/work.sh"
cat >"$tmp/profile.d" <<'EOF'
profile:::profile-1000 { @[execname, pid, arg0 != 0] = count(); @s[stack(60)] = count(); }
EOF
both profile
cat >"$tmp/calls.d" <<'EOF'
syscall::openat:entry { @open[execname, copyinstr(arg1)] = count(); }
syscall::openat:return /errno != 0/ { @error[execname, errno] = count(); }
syscall::read:return /arg0 > 0/ { @read[execname] = sum(arg0); }
syscall::write:entry { @write[uid, stack(60)] = count(); }
pid$target:libc:malloc:entry { @malloc = quantize(arg0); }
pid$target:libc:f*:entry { @own[probefunc] = count(); }
linux-sched:::sched_process_fork { @fork = count(); }
vminfo:::as_fault { @fault[execname, arg0] = count(); }
sysinfo:::sysexec { @exec[execname, arg0] = count(); }
EOF
both calls
check "system calls by name" sh -c "\"$dtrace\" -lE $tmp/calls.etl -n syscall::openat: | grep -q 'openat return'"

# A client and a server.
cp "$tmp/have" "$tmp/calls.have"
if command -v python3 >/dev/null; then
	cat >"$tmp/net.py" <<'EOF'
import socket
def pair(family, where):
    server = socket.create_server((where, 0), family=family)
    client = socket.create_connection(server.getsockname()[:2])
    there, _ = server.accept()
    for n in (1, 10, 1000):
        client.sendall(b"x" * n)
        there.recv(2000)
    client.close()
    there.close()
    server.close()
pair(socket.AF_INET, "127.0.0.1")
try:
    pair(socket.AF_INET6, "::1")
except OSError:
    pass
one, other = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in (1, 2))
other.bind(("127.0.0.1", 0))
one.connect(other.getsockname())
one.send(b"hello")
other.recv(100)
try:
    socket.create_connection(("127.0.0.1", 1))
except OSError:
    pass
EOF
	echo "exec python3 $tmp/net.py" >"$tmp/work.sh"
	cat >"$tmp/net.d" <<'EOF'
tcpip:::send, tcpip:::receive { @[probename, execname, args[0]->ip_ver, args[0]->ip_saddr, args[0]->ip_daddr] = sum(args[0]->ip_plength); }
tcpip:::connect, tcpip:::accept, tcpip:::disconnect { @c[probename, args[0]->ip_saddr, args[1]->tcp_sport != 0] = count(); }
tcpip:::fail { @f[arg0, arg1] = count(); }
udpip:::send, udpip:::receive { @u[probename, execname, args[0]->udp_daddr] = sum(args[0]->udp_plength); }
EOF
	both net
fi

# A trace that was recorded is copied as others are.
"$dtrace" -qE "$tmp/calls.etl" -R "$tmp/copy.etl" && "$dtrace" -qE "$tmp/copy.etl" -s "$tmp/calls.d" | sort >"$tmp/copied"
same "a copy of the trace" "$tmp/calls.have" "$tmp/copied"

# Without -g, frequent ones only over the trace.
timeout 60 "$dtrace" -qE "$tmp/few.etl" -n 'syscall::openat:entry { @open = count(); } proc:::exec-success { @exec = count(); } END { printa("exec %@d\n", @exec); }' \
	-c "sh $tmp/work.sh" >"$tmp/live" 2>"$tmp/err"
check "frequent ones are only recorded" sh -c "! grep -q open '$tmp/live' && grep -q 'exec [1-9]' '$tmp/live'"
check "which is said" grep -q 'only recorded, because their probes fire often: clauses 1; -g runs them' "$tmp/err"
check "and they are" test "$("$dtrace" -qE "$tmp/few.etl" -n 'syscall::openat:entry { @ = count(); } END { printa("%@d", @); }')" -gt 3
"$dtrace" -gE "$tmp/few.etl" -n 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err"
check "-g and a trace that exists" grep -q -- '-g is for a recording, but .*few.etl exists' "$tmp/err"

# Groups, and what the file is not made for.
timeout 30 "$dtrace" -E "$tmp/idle.etl" -x record=net -x duration=300ms 2>"$tmp/err"
check "an end by option duration" grep -q 'idle.etl: [0-9]* events in 0.[3-9]' "$tmp/err"
timeout 30 "$dtrace" -E "$tmp/some.etl" -x record=syscall -c "sh $tmp/work.sh" 2>"$tmp/err"
check "it is announced" grep -q 'recording to .*some.etl; ^C ends it' "$tmp/err"
check "only what was asked for" test "$("$dtrace" -qE "$tmp/some.etl" -n 'windows-kernel-perfinfo:::events { @ = count(); } END { printa("%@d", @); }')" = ""
check "all system calls" test "$("$dtrace" -qE "$tmp/some.etl" -n 'syscall:::entry { @ = count(); } END { printa("%@d", @); }')" -gt 10
"$dtrace" -E "$tmp/not.etl" -x record=discs -x duration=1s 2>"$tmp/err"
check "an unknown group" grep -q 'there is no group "discs"; there are process, cpu' "$tmp/err"
"$dtrace" -lE "$tmp/not.etl" -n 'sched:::on-cpu' >/dev/null 2>"$tmp/err"
check "-l needs a trace" grep -q 'not.etl: No such file' "$tmp/err"
"$dtrace" -eE "$tmp/not.etl" -n 'sched:::on-cpu' >/dev/null 2>&1
"$dtrace" -E "$tmp/not.etl" -n 'sched:::on-cpu { wrong' >/dev/null 2>&1
check "no file without a recording" test ! -e "$tmp/not.etl"

# Killed in the middle: what was written can be read.
"$dtrace" -E "$tmp/killed.etl" -x record=cpu,syscall -x etlbufsize=16k 2>"$tmp/out" &
pid=$!
while kill -0 $pid 2>/dev/null && [ "$(stat -c %s "$tmp/killed.etl" 2>/dev/null || echo 0)" -lt 500000 ]; do ls / >/dev/null; done
kill -9 $pid
wait $pid 2>/dev/null
"$dtrace" -qE "$tmp/killed.etl" -n 'syscall:::entry { @ = count(); } END { printa("%@d\n", @); }' >"$tmp/have" 2>"$tmp/err"
check "what a killed recording has written" test "$(grep . "$tmp/have")" -gt 100

while [ "$(date +%s)" -lt $((began + 7)) ]; do sleep 0.1; done
kill -9 $five
wait $five 2>/dev/null
"$dtrace" -qE "$tmp/five.etl" -n 'proc:::exec-success { @ = count(); } END { printa("%@d\n", @); }' >"$tmp/have" 2>"$tmp/err"
check "and one whose buffers were not full" test "$(grep . "$tmp/have" || echo 0)" -gt 3

# A full disk.
echo 'i=0; while [ $((i += 1)) -lt 3000 ]; do ls / >/dev/null || exit; done' >"$tmp/busy.sh"
if mkdir "$tmp/full" && mount -t tmpfs -o size=2m none "$tmp/full" 2>/dev/null; then
	timeout 60 "$dtrace" -E "$tmp/full/a.etl" -x record=cpu,syscall -x etlbufsize=16k -x duration=2s -c "sh $tmp/busy.sh" 2>"$tmp/err"
	status=$?
	check "a full disk is an error" test $status = 1
	check "which is reported" grep -q 'cannot write .*a.etl: No space left' "$tmp/err"
	"$dtrace" -qE "$tmp/full/a.etl" -n 'syscall:::entry { @ = count(); } END { printa("%@d\n", @); }' >"$tmp/have" 2>/dev/null
	check "what was written until then" test "$(grep . "$tmp/have")" -gt 10
	umount "$tmp/full"
fi
exit $failed

#!/bin/sh
# The ids of a process that are all different: as /proc has them, in psinfo_t and lwpsinfo_t, of itself and of its child.
. "$(dirname "$0")/lib.sh"
py=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null) || skip "needs python3"

# A session's leader has two children: one leads a group, which the child of the other joins.  That one takes other
# ids, says who it is, and starts threads and children that call kill(self, 0).
cat >"$tmp/load.py" <<'END'
import os, threading, time
def ids():
    uid, gid = os.getresuid(), os.getresgid()
    return " ".join(str(x) for x in (os.getpgrp(), os.getsid(0), uid[0], uid[1], gid[0], gid[1]))
def marker():
    os.kill(os.getpid(), 0)
def lone(parent, work):
    while os.getppid() == parent:
        work()
        time.sleep(0.01)
    os._exit(0)
def child(work):
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        work(parent)
    return pid
def once():
    t = threading.Thread(target=marker)
    t.start()
    t.join()
    if os.fork() == 0:
        marker()
        os._exit(0)
    os.wait()
def leaf(parent):
    os.setpgid(0, group)
    os.setresgid(1003, 1004, 1004)
    os.setresuid(1001, 1002, 1002)
    print(os.getpid(), parent, ids(), flush=True)
    lone(parent, once)
def middle(parent):
    child(leaf)
    lone(parent, lambda: None)
group = child(lambda parent: lone(parent, lambda: None))
os.setpgid(group, group)
child(middle)
time.sleep(300)
END
(exec setsid "$py" "$tmp/load.py" >"$tmp/who") &
leader=$!
trap 'kill $leader 2>/dev/null; rm -rf "$tmp"' EXIT
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	[ -s "$tmp/who" ] && break
	sleep 0.1
done
read -r pid ppid pgid sid rest <"$tmp/who" || skip "the load did not start"
leader=$sid
rest="$pgid $sid $rest"

timeout 60 "$dtrace" -qs /dev/stdin -p "$pid" >"$tmp/out" 2>"$tmp/err" <<'END'
proc:::lwp-start
/pid == $target && args[1]->pr_pid == pid && !thread++/
{
	printf("thread %d %d %d %d %d %d %d %d\n", args[1]->pr_pid, args[1]->pr_ppid, args[1]->pr_pgid,
	    args[1]->pr_sid, args[1]->pr_uid, args[1]->pr_euid, args[1]->pr_gid, args[1]->pr_egid);
	printf("new %d %d\n", args[0]->pr_lwpid != 0, args[0]->pr_lwpid == pid);
}

syscall::kill:entry
/pid == $target && !self_++/
{
	printf("self %d %d %d %d %d %d %d %d\n", curpsinfo->pr_pid, curpsinfo->pr_ppid, curpsinfo->pr_pgid,
	    curpsinfo->pr_sid, curpsinfo->pr_uid, curpsinfo->pr_euid, curpsinfo->pr_gid, curpsinfo->pr_egid);
	printf("lwp %d %d\n", curlwpsinfo->pr_lwpid == tid, curlwpsinfo->pr_lwpid == pid);
}

syscall::kill:entry
/ppid == $target && !child++/
{
	printf("child %d %d %d %d %d %d %d %d\n", curpsinfo->pr_pid == pid, curpsinfo->pr_ppid, curpsinfo->pr_pgid,
	    curpsinfo->pr_sid, curpsinfo->pr_uid, curpsinfo->pr_euid, curpsinfo->pr_gid, curpsinfo->pr_egid);
	printf("args %s %d\n", curpsinfo->pr_psargs, curpsinfo->pr_argc);
}

syscall::kill:entry
/thread && self_ && child/
{
	exit(0);
}
END
{
	echo "args $py $tmp/load.py 2"
	echo "child 1 $pid $rest"
	echo "lwp 1 0"
	echo "new 1 0"
	echo "self $pid $ppid $rest"
	echo "thread $pid $ppid $rest"
} >"$tmp/want"
grep . "$tmp/out" | sort >"$tmp/got"
check "the ids are all different" test "$(echo "$pid $ppid $rest" | tr ' ' '\n' | sort -u | wc -l)" -eq 8
same "ids of a process, its thread and its child" "$tmp/want" "$tmp/got"
[ $failed = 0 ] || cat "$tmp/err"
exit $failed

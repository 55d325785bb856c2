#!/bin/sh
# proc, against what the load counts itself, what it says of its children, and what strace sees of its signals.
. "$(dirname "$0")/lib.sh"

py=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null) || skip "needs python3"

cat >"$tmp/load.py" <<'END'
import ctypes, os, signal, sys, threading
me, handled = os.getpid(), 0
def handler(signo, frame):
    global handled
    handled += 1
signal.signal(signal.SIGUSR1, handler)
signal.signal(signal.SIGUSR2, signal.SIG_IGN)
for i in range(20):
    os.kill(me, signal.SIGUSR1)
for i in range(7):
    os.kill(me, signal.SIGUSR2)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
os.kill(me, signal.SIGTERM)
signal.sigwait([signal.SIGTERM])
for i in range(3):
    try:
        os.execv("/nonexistent/program", ["x"])
    except OSError:
        pass
def child(do):
    pid = os.fork()
    if pid == 0:
        do()
        os._exit(0)
    os.waitpid(pid, 0)
child(lambda: os._exit(9))
child(lambda: os.kill(os.getpid(), signal.SIGKILL))
child(lambda: ctypes.string_at(8))
child(lambda: os.execv("/bin/true", ["true"]))
for i in range(5):
    t = threading.Thread(target=lambda: None)
    t.start()
    t.join()
print("handled", handled, flush=True)
END
got() { awk -v k="$1" '$1 == k { print $2; f = 1 } END { if (!f) print 0 }' "$tmp/out"; }
eq() { [ "$1" = "$2" ] || { echo "	$1, not $2"; false; }; }

"$dtrace" -qn '
proc:::signal-send /pid == $target && args[1]->pr_pid == pid && args[0]->pr_lwpid == tid/ { @[strjoin("send", lltostr(args[2]))] = count(); }
proc:::signal-discard /pid == $target && args[1]->pr_pid == pid/ { @[strjoin("discard", lltostr(args[2]))] = count(); }
proc:::signal-handle /pid == $target && args[1]->si_pid == pid && args[1]->si_code == 0 && args[1]->si_signo == args[0] && args[2] != 0/
{ @[strjoin("handle", lltostr(args[0]))] = count(); }
proc:::signal-clear /pid == $target/ { @[strjoin("clear", lltostr(args[0]))] = count(); }
proc:::fault /ppid == $target && args[0] == FLTBOUNDS && args[1]->si_addr == 8 && args[1]->si_signo == SIGSEGV/ { @["fault"] = count(); }
proc:::exec /pid == $target && stringof(args[0]) == "/nonexistent/program"/ { @["exec"] = count(); }
proc:::exec /ppid == $target && stringof(args[0]) == "/bin/true"/ { @["exectrue"] = count(); }
proc:::exec-failure /pid == $target && args[0] == ENOENT && errno == ENOENT/ { @["fails"] = count(); }
proc:::exec-success /ppid == $target && execname == "true"/ { @["execs"] = count(); }
proc:::create /pid == $target && args[0]->pr_ppid == pid/ { @["create"] = count(); }
proc:::start /ppid == $target && args[0]->pr_pid == pid && args[0]->pr_ppid == $target/ { @["start"] = count(); }
proc:::lwp-create /pid == $target && args[1]->pr_pid == pid && args[0]->pr_lwpid != tid/ { @["threads"] = count(); }
proc:::lwp-exit /pid == $target && tid != pid/ { @["threadends"] = count(); }
proc:::exit /ppid == $target/ { @[strjoin(strjoin("exit", lltostr(args[0])), strjoin("/", lltostr(args[1])))] = count(); }
END { printa("%s %@d\n", @); }' -c "$py $tmp/load.py" >"$tmp/out" 2>"$tmp/err"
cat "$tmp/err"
check "no drops, no errors" sh -c "! grep -qE 'drop|error|fail|invalid' $tmp/err"
check "the load handled 20 signals" eq "$(got handled)" 20
check "signal-send: those it sent to itself" eq "$(got send10)/$(got send12)/$(got send15)" 20/7/1
check "signal-handle: those it handled" eq "$(got handle10)" 20
check "signal-discard: those it ignores" eq "$(got discard12)/$(got discard10)" 7/0
check "signal-clear: what it waited for" eq "$(got clear15)" 1
check "fault: where and what" eq "$(got fault)" 1
check "exec: the path that is tried" eq "$(got exec)/$(got exectrue)" 3/1
check "exec-failure: why" eq "$(got fails)" 3
check "exec-success" eq "$(got execs)" 1
check "create and start: four children" eq "$(got create)/$(got start)" 4/4
check "lwp-create, lwp-exit: five threads" eq "$(got threads)/$(got threadends)" 5/5
check "exit: a code, and CLD_EXITED" eq "$(got exit1/9)/$(got exit1/0)" 1/1
check "exit: killed" eq "$(got exit2/9)" 1
check "exit: by its fault, with a core or without" eq "$(($(got exit2/11) + $(got exit3/11)))" 1

if command -v strace >/dev/null; then
	strace -f -e trace=none -o "$tmp/strace" "$py" "$tmp/load.py" >/dev/null 2>&1
	check "strace sees as many SIGUSR1" eq "$(grep -c -- '--- SIGUSR1' "$tmp/strace")" 20
	check "and the fault at the same place" grep -q 'SIGSEGV.*SEGV_MAPERR.*si_addr=0x8' "$tmp/strace"
fi

# Every process that is created ends, as many as a shell makes.
"$dtrace" -qn 'proc:::create { @["created"] = count(); } proc:::exit { @["ended"] = count(); }
END { printa("%s %@d\n", @); }' -c 'sh -c "for i in 1 2 3 4 5 6 7 8 9 10; do /bin/true; done"' >"$tmp/out" 2>"$tmp/err"
check "a shell's ten children" test "$(got created)" -ge 10
exit $failed

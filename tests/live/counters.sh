#!/bin/sh
# sysinfo, vminfo and lockstat, against what the load knows and what the kernel counts of it.
. "$(dirname "$0")/lib.sh"

# page faults and interrupts have tracepoints of their own there
[ "$(uname -m)" = x86_64 ] || skip "needs the tracepoints of x86"
py=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null) || skip "needs python3"
got() { awk -v k="$1" '$1 == k { print $2; f = 1 } END { if (!f) print 0 }' "$tmp/out"; }
eq() { [ "$1" = "$2" ] || { echo "	$1, not $2"; false; }; }
stat() { awk -v w="$1" '$1 == w { print $2 }' /proc/stat; }

cat >"$tmp/load.py" <<'END'
import mmap, os, resource
zero, null = os.open("/dev/zero", os.O_RDONLY), os.open("/dev/null", os.O_WRONLY)
memory = mmap.mmap(-1, 4096 * 2000)
try:
    memory.madvise(mmap.MADV_NOHUGEPAGE)
except (AttributeError, OSError):
    pass
def usage():
    r = resource.getrusage(resource.RUSAGE_SELF)
    return r.ru_minflt + r.ru_majflt
mark = lambda: os.getpriority(os.PRIO_PROCESS, 0)
block = b"x" * 100
before = usage()
mark()
for i in range(2000):
    memory[i * 4096] = 1
mark()
print("faults", usage() - before)
mark()
for i in range(100):
    os.read(zero, 512)
for i in range(50):
    os.write(null, block)
os.pread(zero, 7, 0)
mark()
for i in range(6):
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
END

ctxt=$(stat ctxt) processes=$(stat processes)
"$dtrace" -qn '
int marks;
syscall::getpriority:entry /pid == $target/ { marks++; }
sysinfo:::sysread, sysinfo:::syswrite, sysinfo:::readch, sysinfo:::writech /pid == $target && marks == 3/
{ @[probename] = sum(arg0); }
vminfo:::as_fault /pid == $target && marks == 1/ { @[probename] = sum(arg0); }
vminfo:::cow_fault, vminfo:::prot_fault /pid == $target && marks == 1/ { @[probename] = sum(arg0); }
sysinfo:::sysfork /pid == $target/ { @["forks"] = sum(arg0); }
sysinfo:::sysfork, sysinfo:::pswitch, sysinfo:::inv_swtch { @[strjoin("all", probename)] = sum(args[0]); }
END { printa("%s %@d\n", @); }' -c "$py $tmp/load.py" >"$tmp/out" 2>"$tmp/err"
ctxt=$(($(stat ctxt) - ctxt)) processes=$(($(stat processes) - processes))
cat "$tmp/err"
check "no drops, no errors" sh -c "! grep -qE 'drop|error|fail|invalid' $tmp/err"
check "sysread, readch" eq "$(got sysread)/$(got readch)" 101/51207
check "syswrite, writech" eq "$(got syswrite)/$(got writech)" 50/5000
faults=$(got faults) as=$(got as_fault)
check "the load has faults" test "$faults" -ge 2000
# a fault may be taken again before it is counted, and counted in the name of getrusage's own pages
check "as_fault ($as) is what getrusage counts ($faults), within 2 %" \
	test "$as" -ge $((faults - faults / 50)) -a "$as" -le $((faults + faults / 50))
check "fresh pages are no writes to shared ones" test "$(got cow_fault)" -le $((faults / 50))
check "sysfork of the load" eq "$(got forks)" 6
check "sysfork of all ($(got allsysfork)), no more than /proc/stat's processes ($processes)" \
	test "$(got allsysfork)" -ge 6 -a "$(got allsysfork)" -le "$processes"
check "pswitch ($(got allpswitch)), no more than /proc/stat's ctxt ($ctxt)" \
	test "$(got allpswitch)" -ge 6 -a "$(got allpswitch)" -le "$ctxt"
check "inv_swtch are some of them" test "$(got allinv_swtch)" -le "$(got allpswitch)"

# Several processes write one file: who waits for its lock waits for a time that there is.
cat >"$tmp/lock.py" <<'END'
import os, sys
f = os.open(sys.argv[1], os.O_CREAT | os.O_RDWR)
pids = [os.fork() for i in range(2)]
for i in range(3000):
    os.pwrite(f, b"x" * 4096, 0)
if 0 not in pids:
    for p in pids:
        os.waitpid(p, 0)
END
"$dtrace" -qn '
lockstat::: { @[probename] = count(); @["all"] = count(); }
lockstat::: /arg0 == 0 || arg1 == 0 || arg1 > timestamp || (arg2 != 0 && arg2 != 1)/ { @["bad"] = count(); }
sysinfo:::mutex_adenters, sysinfo:::rw_rdfails, sysinfo:::rw_wrfails { @["fails"] = count(); }
lockstat:::rw-block, lockstat:::adaptive-spin { @["waits"] = count(); }
END { printa("%s %@d\n", @); }' -c "$py $tmp/lock.py $tmp/file" >"$tmp/out" 2>"$tmp/err"
cat "$tmp/err"
check "no drops, no errors" sh -c "! grep -qE 'drop|error|fail|invalid' $tmp/err"
check "each wait ($(got all)) has a lock and a time" eq "$(got bad)" 0
check "waits by spinning for mutexes, and for readers' and writers' locks ($(got waits)): no more than begun ($(got fails))" \
	test "$(got waits)" -le "$(got fails)"
exit $failed

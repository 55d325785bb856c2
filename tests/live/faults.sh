#!/bin/sh
# pf: page faults against getrusage, ranges and images against what the load maps.
. "$(dirname "$0")/lib.sh"
[ "$(uname -m)" = x86_64 ] || skip "needs the tracepoints of x86"
py=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null) || skip "needs python3"
eq() { [ "$1" = "$2" ] || { echo "	$1, not $2"; false; }; }
got() { awk -v k="$1" '$1 == k { print $2; f = 1 } END { if (!f) print 0 }' "$tmp/out"; }

cat >"$tmp/load.py" <<'END'
import ctypes, mmap, os, resource, sys
libc = ctypes.CDLL(None)
mark = lambda: os.getpriority(os.PRIO_PROCESS, 0)
usage = lambda: sum(resource.getrusage(resource.RUSAGE_SELF)[6:8])
os.mkdir(sys.argv[1] + "/dir")
f = os.open(sys.argv[1] + "/dir/code", os.O_RDWR | os.O_CREAT)
os.ftruncate(f, 4096)
memory = mmap.mmap(-1, 4096 * 1000, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
try:
    memory.madvise(mmap.MADV_NOHUGEPAGE)
except (AttributeError, OSError):
    pass
address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
before = usage()
mark()                                              # 1: every page anew
for i in range(1000):
    memory[i * 4096] = 1
mark()
print("faults", usage() - before)
print("address", address)
sys.stdout.flush()
pid = os.fork()
if pid == 0:
    mark()                                          # 1 of the child: every page is the parent's
    for i in range(1000):
        memory[i * 4096] = 2
    mark()
    os._exit(0)
os.waitpid(pid, 0)
mark()                                              # 3: what is mapped
image = mmap.mmap(f, 4096, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_EXEC)
image.close()
plain = mmap.mmap(-1, 4096 * 77)
plain.close()
mark()
if os.fork() == 0:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    ctypes.string_at(0x1240)
os.wait()
END
timeout 100 "$dtrace" -qn '
int marks[int];
syscall::getpriority:entry /progenyof($target)/ { marks[pid]++; }
pf:::trans_flt, pf:::cow_flt /pid == $target && marks[pid] == 1/ { @[probename] = count(); @b[arg0 >> 63] = count(); }
pf:::trans_flt /pid == $target && marks[pid] == 1/ { @low = min(arg0); @high = max(arg0); }
pf:::trans_flt /pid == $target && marks[pid] == 1 && arg1 == 0/ { @["nopc"] = count(); }
pf:::cow_flt /ppid == $target && marks[pid] == 1/ { @["child"] = count(); }
pf:::valloc /pid == $target && marks[pid] == 3/
{ printf("valloc %d %d %d\n", arg1 == pid, arg2, (arg3 & (MEM_RESERVE | MEM_COMMIT)) == (MEM_RESERVE | MEM_COMMIT));
	base[arg0] = arg2; }
pf:::vfree /pid == $target && marks[pid] == 3 && base[arg0] == arg2/ { printf("vfree %d %d\n", arg1 == pid, arg2); }
pf:::imgload /pid == $target && marks[pid] == 3/ { printf("imgload %s\n", stringof(arg0)); }
pf:::av_flt /ppid == $target/ { printf("av_flt %#x\n", arg0); }
END { printa("%s %@d\n", @); printa("low %@d\n", @low); printa("high %@d\n", @high); }' \
	-c "$py $tmp/load.py $tmp" >"$tmp/out" 2>"$tmp/err"
faults=$(got faults) trans=$(got trans_flt) cow=$(got cow_flt) address=$(got address)
check "the load has faults" test "$faults" -ge 1000
# a fault may be taken again before it is counted, and counted in the name of getrusage's own pages
check "trans_flt and cow_flt ($trans + $cow) are what getrusage counts ($faults), within 3 %" \
	test $((trans + cow)) -ge $((faults - faults / 33)) -a $((trans + cow)) -le $((faults + faults / 33))
check "the pages that were touched are among them" \
	test "$(got low)" -le $((address + 4096)) -a "$(got high)" -ge $((address + 998 * 4096))
check "each has a program counter" eq "$(got nopc)" 0
check "every page of a child's copy ($(got child))" test "$(got child)" -ge 1000 -a "$(got child)" -le 1100
check "mapped: an image and a plain range" \
	sh -c "grep -qx 'valloc 1 4096 1' $tmp/out && grep -qx 'valloc 1 315392 1' $tmp/out"
check "and unmapped" sh -c "grep -qx 'vfree 1 4096' $tmp/out && grep -qx 'vfree 1 315392' $tmp/out"
check "one image, by its path" eq "$(grep '^imgload' "$tmp/out")" "imgload $(readlink -f "$tmp")/dir/code"
check "one access violation" eq "$(grep '^av_flt' "$tmp/out")" "av_flt 0x1240"
check "no drops, no errors" sh -c "! grep -qE 'drop|error|fail|invalid' $tmp/err"
[ $failed = 0 ] || cat "$tmp/out" "$tmp/err"
exit $failed

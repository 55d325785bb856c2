#!/bin/sh
# Losses on a CPU other than the first are counted, and reported for that CPU.
. "$(dirname "$0")/lib.sh"
command -v gcc >/dev/null || skip "needs gcc"
command -v taskset >/dev/null || skip "needs taskset"
[ "$(nproc)" -ge 2 ] && taskset -c 1 true 2>/dev/null || skip "needs CPU 1"

# Stops its tracer while it calls, so that the ring of its CPU fills up.
cat >"$tmp/storm.c" <<'END'
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	pid_t tracer = getppid();

	kill(tracer, SIGSTOP);
	for (int i = 0; i < 50000; i++)
		syscall(SYS_getpgid, 0);
	kill(tracer, SIGCONT);
	return 0;
}
END
gcc -O1 -o "$tmp/storm" "$tmp/storm.c"
"$dtrace" -x kernel=no -b 16k -qn 'syscall::getpgid:entry /pid == $target/ { @ = count(); } END { printa("%@d\n", @); }' \
	-c "taskset -c 1 $tmp/storm" >"$tmp/out" 2>"$tmp/err"
lost=$(awk '/ drops? on CPU 1 / { n += $2 } END { print n + 0 }' "$tmp/err")
seen=$(awk 'NF { print $1 }' "$tmp/out")
check "drops on CPU 1 are reported ($lost)" test "$lost" -gt 0
check "none on another CPU" test -z "$(grep -E ' drops? on CPU' "$tmp/err" | grep -v 'on CPU 1 at ')"
check "seen and lost are all ($seen + $lost)" test $((seen + lost)) = 50000
exit $failed

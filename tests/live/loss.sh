#!/bin/sh
# What is processed and what is reported lost are together what happened, also while the tracer is held up.
. "$(dirname "$0")/lib.sh"
command -v gcc >/dev/null || skip "needs gcc"

# Stops its tracer for a while, in which the rings fill up and processes end.
cat >"$tmp/storm.c" <<'END'
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void calls(int n)
{
	for (int i = 0; i < n; i++)
		syscall(SYS_getpgid, 0);
}

int main(void)
{
	pid_t tracer = getppid();
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof one, &one);	/* so that all records are for one ring */
	calls(1000);
	kill(tracer, SIGSTOP);
	calls(50000);
	for (int i = 0; i < 50; i++) {
		if (vfork() == 0)
			_exit(0);
		wait(NULL);
	}
	kill(tracer, SIGCONT);
	calls(1000);
	return 0;
}
END
gcc -O1 -o "$tmp/storm" "$tmp/storm.c"
"$dtrace" -x kernel=no -b 16k -qn 'syscall::getpgid:entry /pid == $target/ { @ = count(); } END { printa("%@d\n", @); }' -c "$tmp/storm" \
	>"$tmp/out" 2>"$tmp/err"
check "drops are reported, by probe" grep -Eq "^dtrace: [0-9]+ drops on CPU [0-9]+ at syscall::getpgid:entry\$" "$tmp/err"
lost=$(awk '/ drops? on CPU/ { n += $2 } END { print n + 0 }' "$tmp/err")
seen=$(cat "$tmp/out")
check "seen and lost are all ($seen + $lost)" test $((seen + lost)) = 52000
check "the rest is said" grep -q "records of process and thread events were lost for lack of room: no probe missed a firing" "$tmp/err"
exit $failed

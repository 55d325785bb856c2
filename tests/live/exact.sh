#!/bin/sh
# Small rings, all CPUs at full load: what is processed and what is reported lost is what the load did, by probe.
. "$(dirname "$0")/lib.sh"
command -v gcc >/dev/null || skip "needs gcc"

# On each CPU a thread calls sched_get_priority_max, and now and then wakes the next one and waits.
cat >"$tmp/load.c" <<'END_C'
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_barrier_t barrier;

static void *calls(void *arg)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET((size_t)arg, &one);
	sched_setaffinity(0, sizeof one, &one);
	for (int i = 0; i < 100000; i++) {
		syscall(SYS_sched_get_priority_max, 0);
		if (i % 100 == 0)
			pthread_barrier_wait(&barrier);
		if (i % 10 == 0)
			syscall(SYS_sched_get_priority_min, 0);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	size_t n = (size_t)atoi(argv[argc - 1]);
	pthread_t t[1024];

	pthread_barrier_init(&barrier, NULL, (unsigned)n);
	for (size_t i = 0; i < n; i++)
		pthread_create(&t[i], NULL, calls, (void *)i);
	for (size_t i = 0; i < n; i++)
		pthread_join(t[i], NULL);
	return 0;
}
END_C
gcc -O1 -pthread -o "$tmp/load" "$tmp/load.c"
cpus=$(nproc)
taskset -c 0-$((cpus - 1)) true 2>/dev/null || skip "needs CPUs 0 to $((cpus - 1))"

# run NAME OPTION... : the program is $tmp/NAME.d, the results are in NAME.out and NAME.err
run() {
	name=$1; shift
	"$dtrace" "$@" -qs "$tmp/$name.d" -c "$tmp/load $cpus" >"$tmp/$name.out" 2>"$tmp/$name.err"
}
# What the aggregation of that name counted, and what was reported lost at that probe.
seen() { awk -v k="$2" '$1 == k { n += $2 } END { print n + 0 }' "$tmp/$1.out"; }
lost() { awk -v p="$2" '/ drops? on CPU/ && $NF ~ p { n += $2 } END { print n + 0 }' "$tmp/$1.err"; }

# is NAME WHAT KEY PROBE TRUTH
is() {
	s=$(seen "$1" "$3")
	l=$(lost "$1" "$4")
	check "$2: $s seen and $l lost of $5" test $((s + l)) = "$5"
}

cat >"$tmp/calls.d" <<'END_D'
syscall::sched_get_priority_max:entry { @["entry"] = count(); }
syscall::sched_get_priority_max:return { @["return"] = count(); }
syscall::sched_get_priority_min:entry { @["rare"] = count(); }
END_D
cat >"$tmp/both.d" <<'END_D'
syscall::sched_get_priority_max:entry /execname == "load"/ { @["entry"] = count(); }
syscall::sched_get_priority_max:return /pid == $target/ { @["return"] = count(); }
syscall::sched_get_priority_min:entry /pid == 1/ { @["never"] = count(); }
sched:::on-cpu /pid == $target/ { @["on"] = count(); }
sched:::off-cpu /pid == $target/ { @["off"] = count(); }
sched:::sleep /pid == $target/ { @["sleep"] = count(); }
sched:::preempt /pid == $target/ { @["preempt"] = count(); }
sched:::on-cpu /0/ { @x[curpsinfo->pr_psargs, vtimestamp] = count(); }
proc:::exit /pid == 1/ { @["exit"] = count(); }
END_D
for size in 4k 16k 64k; do
	run calls -x kernel=no -b $size
	check "$size: something is lost" test "$(lost calls sched_get_priority_max)" -gt 0
	is calls "$size: max:entry" entry sched_get_priority_max:entry $((cpus * 100000))
	is calls "$size: max:return" return sched_get_priority_max:return $((cpus * 100000))
	is calls "$size: min:entry" rare sched_get_priority_min:entry $((cpus * 10000))
done
# With the process table and the switches kept, and predicates.
run both -x kernel=no -b 16k
is both "predicates: max:entry" entry sched_get_priority_max:entry $((cpus * 100000))
is both "predicates: max:return" return sched_get_priority_max:return $((cpus * 100000))
check "none that no predicate wants" test "$(lost both 'sched_get_priority_min|exit')" = 0
on=$(($(seen both on) + $(lost both on-cpu)))
off=$(($(seen both off) + $(lost both off-cpu)))
# a thread that has ended doesn't come back, and the first was on its CPU at the begin
check "as many threads leave as come ($off, $on)" test $((off - on)) -ge -1 -a $((off - on)) -le $((cpus + 1))
stays=$(($(seen both sleep) + $(lost both :sleep) + $(seen both preempt) + $(lost both :preempt)))
check "each but the last time it sleeps or is preempted ($stays)" test $((off - stays)) -ge 0 -a $((off - stays)) -le $((cpus + 1))
# A clause in the kernel loses nothing; only a firing that another clause wants can be lost.
cat >"$tmp/mixed.d" <<'END_D'
syscall::sched_get_priority_max:entry /pid == $target/ { @["kernel"] = count(); }
syscall::sched_get_priority_max:entry /execname == "load"/ { n++; }
syscall::sched_get_priority_max:return /arg0 == 12345/ { n++; }
END { printf("machine %d", n); }
END_D
run mixed -b 16k
is mixed "mixed" machine max:entry $((cpus * 100000))
check "mixed: the clause in the kernel" test "$(seen mixed kernel)" = $((cpus * 100000))
check "mixed: no return is lost" test "$(lost mixed max:return)" = 0
exit $failed

#!/bin/sh
# profile-N and tick-N: as many firings as a program had time, by the kernel's own account of that time.
. "$(dirname "$0")/lib.sh"
command -v gcc >/dev/null || skip "needs gcc"

# Uses so many ms of CPU, in its own code or, with another word, in the kernel's, and says how many ns it was.
cat >"$tmp/spin.c" <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
static long long cpu_ns(void)
{
	struct timespec ts;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return ts.tv_sec * 1000000000ll + ts.tv_nsec;
}
volatile long sink;
int main(int argc, char **argv)
{
	char *buf = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = open("/dev/zero", O_RDONLY);

	do {
		for (long i = 0; argc < 3 && i < 1000000; i++)
			sink += i;
		for (int i = 0; argc > 2 && i < 100; i++)
			if (read(fd, buf, 1 << 20) < 0)
				return 1;
	} while (cpu_ns() < atoll(argv[1]) * 1000000);
	fprintf(stderr, "cpu %lld\n", cpu_ns());
	return 0;
}
END
gcc -O1 -o "$tmp/spin" "$tmp/spin.c" || exit 1

# near WHAT GOT WANTED PERCENT
near() {
	check "$1: $2 of $3" awk -v g="$2" -v w="$3" -v p="$4" 'BEGIN { exit !(g >= w * (1 - p / 100) && g <= w * (1 + p / 100)) }'
}
# Beside other programs, which looks find it is chance: the margin is five standard deviations of N looks of which half
# find it, and some for time that a hypervisor takes.
for rate in 97 997 4999; do
	ms=$((rate == 97 ? 1000 : 500))
	timeout 100 "$dtrace" -qn 'BEGIN { user = kernel = 0; } profile-'$rate' /pid == $target/ { n++; user += arg1 != 0; kernel += arg0 != 0; }
		END { printf("%d %d %d\n", n, user, kernel); }' -c "$tmp/spin $ms" >"$tmp/out" 2>"$tmp/err" </dev/null
	grep . "$tmp/out" >"$tmp/line"
	read -r n user kernel <"$tmp/line"
	want=$(sed -n 's/^cpu //p' "$tmp/err" | awk -v r=$rate '{ printf("%d", r * $1 / 1e9) }')
	near "profile-$rate" "$n" "$want" $((rate == 97 ? 40 : rate == 997 ? 20 : 10))
	check "profile-$rate: a pc each, the user's or the kernel's" test $((user + kernel)) = "$n"
	check "profile-$rate: mostly in the program" test "$user" -gt $((n * 8 / 10))
	check "profile-$rate: no drops" sh -c "! grep -q drop $tmp/err"
done
timeout 100 "$dtrace" -qn 'BEGIN { kernel = 0; } profile-997 /pid == $target/ { n++; kernel += arg0 != 0; } END { printf("%d %d\n", n, kernel); }' \
	-c "$tmp/spin 500 kernel" >"$tmp/out" 2>"$tmp/err" </dev/null
grep . "$tmp/out" >"$tmp/line"
read -r n kernel <"$tmp/line"
check "in the kernel: $kernel of $n" test "$kernel" -gt $((n * 8 / 10))

# two rates at once, and stacks with each look
timeout 100 "$dtrace" -x aggsize=32m -qn 'profile-4999 /pid == $target/ { @[ustack(), stack()] = count(); n++; }
	profile-997 /pid == $target/ { m++; } END { trunc(@); printf("%d %d\n", n, m); }' \
	-c "$tmp/spin 500" >"$tmp/out" 2>"$tmp/err" </dev/null
grep . "$tmp/out" >"$tmp/line"
read -r n m <"$tmp/line"
near "two rates at once" "$n" $((m * 4999 / 997)) 20
check "stacks at 4999 a second: no drops" sh -c "! grep -q drop $tmp/err"

# ticks: none is lost however late we are
timeout 100 "$dtrace" -qn 'BEGIN { began = timestamp; } tick-1ms { n++; last = timestamp; } tick-1s { exit(0); }
	END { printf("%d %d\n", n, (last - began) / 1000000); }' >"$tmp/out" 2>"$tmp/err" </dev/null
grep . "$tmp/out" >"$tmp/line"
read -r n ms <"$tmp/line"
check "tick-1ms: $n in $ms ms" test "$n" -ge $((ms - 2)) -a "$n" -le $((ms + 2))
exit $failed

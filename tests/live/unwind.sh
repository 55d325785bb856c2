#!/bin/sh
# -x unwind=dwarf: the stacks of programs without frame pointers, whole.
. "$(dirname "$0")/lib.sh"
command -v gcc >/dev/null || skip "needs gcc"

cat >"$tmp/deep.c" <<'END'
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#define CALL __attribute__((noinline, noclone)) static
volatile long sink;
CALL long innermost(long a)
{
	char b[300];
	b[a % 300] = 1;
	sink = b[0];
	for (long i = 0; i < SPIN; i++)
		sink += i;
	long r = syscall(SYS_getsid, 0);
	sink = r;
	return r + b[a % 300];
}
CALL long wide(long a) { char b[700]; b[a % 700] = 1; sink = b[1]; long r = innermost(a) + 1; sink = r; return r; }
CALL long recurses(long a) { long r = a > 9 ? wide(a) : recurses(a + 1) + 1; sink = r; return r; }
static void *thread(void *arg) { recurses(0); return arg; }
int main(int argc, char **argv)
{
	pthread_t t;
	if (argc < 2)
		return recurses(0) == 0;
	pthread_create(&t, 0, thread, argv);
	return pthread_join(t, 0);
}
END
build() { out=$1; shift; gcc -O2 -fomit-frame-pointer -fno-optimize-sibling-calls "$@" -pthread -o "$tmp/$out" "$tmp/deep.c" || exit 1; }
ends='syscall::getsid:entry /pid == $target/ { ustack(50); }'
frames() { sed -n 's/^ *[^`]*`\([a-z_]*\)+.*/\1/p' "$tmp/out"; }
printf '%s\n' innermost wide recurses recurses recurses recurses recurses recurses recurses recurses recurses recurses \
	recurses >"$tmp/ours"

# whole WHAT PROGRAM LAST [ARG]: our frames, in their order and number, with the outermost one behind them
whole() {
	timeout 60 "$dtrace" -x unwind=dwarf -qn "$ends" -c "$tmp/$2 $4" >"$tmp/out" 2>"$tmp/err" </dev/null
	frames | grep -xE 'innermost|wide|recurses' >"$tmp/got"
	same "$1: every frame" "$tmp/ours" "$tmp/got"
	check "$1: to the outermost" sh -c "grep -q '\`$3+' $tmp/out"
	check "$1: no faults, no drops" test ! -s "$tmp/err"
}
build plain -DSPIN=0
whole "a program" plain _start
whole "a thread" plain clone3 thread
build static -DSPIN=0 -static
whole "a static program" static _start
build pie -DSPIN=0 -static-pie
whole "a static program that is moved" pie _start

# these programs do have no frame pointers: by them nothing of it is found
timeout 60 "$dtrace" -qn "$ends" -c "$tmp/plain" >"$tmp/out" 2>"$tmp/err" </dev/null
check "by frame pointers it can't be done" sh -c "! grep -q recurses $tmp/out"

# an environment so small that the stack ends right behind the frames
timeout 60 "$dtrace" -x unwind=dwarf -qn "$ends" -c "env -i $tmp/plain" >"$tmp/out" 2>"$tmp/err" </dev/null
check "next to the end of the stack" grep -q '`_start+' "$tmp/out"

# sampled in the middle of functions
build busy -DSPIN=300000000
timeout 100 "$dtrace" -x unwind=dwarf -qn 'profile-199 /pid == $target/ { @[ustack(50)] = count(); n++; }
	profile-199 /n >= 20/ { exit(0); }' -c "$tmp/busy" >"$tmp/out" 2>"$tmp/err" </dev/null
check "sampled" sh -c "awk '/innermost/ { n++ } /recurses/ { r++ } /_start/ { s++ } END { exit !(n && r >= 11 * n && s >= n) }' $tmp/out"

"$dtrace" -x unwind=sideways -n 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err"
check "another way is refused" test $? = 2 -o $? = 1
exit $failed

#!/bin/sh
# Tracing begins for all probes at once, when all are attached: what happens before that isn't lost.
. "$(dirname "$0")/lib.sh"
command -v gcc >/dev/null || skip "needs gcc"

cat >"$tmp/storm.c" <<'END_C'
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	for (;;)
		syscall(SYS_getpgid, 0);
}
END_C
gcc -O1 -o "$tmp/storm" "$tmp/storm.c"
storms=
for cpu in 1 2; do
	"$tmp/storm" &
	storms="$storms $!"
done
# quiet: nothing is reported but events that other programs have made
quiet() { ! grep -qv 'is left out: the kernel' "$tmp/err"; }
"$dtrace" -b 16m -qn 'linux-*::: { @ = count(); } BEGIN { exit(0); }' >"$tmp/out" 2>"$tmp/err"
check "no drop if BEGIN ends the tracing" quiet
"$dtrace" -b 16m -qn 'linux-*::: { @ = count(); } tick-1ms { exit(0); }' >"$tmp/out" 2>"$tmp/err"
check "no drop in the first millisecond" quiet
check "and it counts" grep -q '[1-9]' "$tmp/out"
# One thread calls: of two probes that it reaches in turn, neither can be ahead by more than one.
"$dtrace" -b 16m -qn 'linux-*::: { @ = count(); }
	syscall::getpgid:entry /pid == $1/ { @n = sum(1); } syscall::getpgid:return /pid == $1/ { @n = sum(-1); }
	tick-200ms { exit(0); } END { printa("%@d\n", @n); }' "${storms##* }" >"$tmp/out" 2>"$tmp/err"
check "entries and returns begin together ($(cat "$tmp/out"))" grep -Eqx -e '-?[01]' "$tmp/out"
kill $storms
exit $failed

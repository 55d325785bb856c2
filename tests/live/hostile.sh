#!/bin/sh
# Users of the machine who wait for root's tracer: files of theirs that would hang it, cost it memory, or lie to it.
. "$(dirname "$0")/lib.sh"
for c in gcc strip readelf setpriv unshare chroot mkfifo; do
	command -v $c >/dev/null || skip "needs $c"
done
setpriv --reuid 12345 --regid 12345 --clear-groups unshare -Ur true 2>/dev/null || skip "users cannot make name spaces here"
pids=
trap 'kill $pids 2>/dev/null; rm -rf "$tmp"' EXIT
chmod 711 "$tmp"

# traced DTRACE-OPTION...: samples everything for a second, system-wide.
traced()
{
	timeout -s KILL 15 "$dtrace" -qn 'profile-97 { @s[execname, ustack(2)] = count(); } tick-1s { exit(0); }' "$@" \
		>"$tmp/out" 2>"$tmp/err" || echo "it did not end" >>"$tmp/err"
}

cat >"$tmp/spin.c" <<'END'
int main(void) { for (volatile unsigned long n = 0;; n++); }
END
cat >"$tmp/jit.c" <<'END'
#include <sys/mman.h>
int main(void)
{
	unsigned char *p = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	p[0] = 0xeb;	/* jmp to itself */
	p[1] = 0xfe;
	((void (*)(void))p)();
}
END
[ "$(uname -m)" = x86_64 ] || skip "its code is x86_64's"

# A stripped program in a tree of its own, where its debug file is a FIFO that nobody writes to.
mkdir -p "$tmp/root/bin"
gcc -O1 -static -Wl,--build-id=0xabcdef00 -o "$tmp/root/bin/hostilespin" "$tmp/spin.c" && strip "$tmp/root/bin/hostilespin"
mkdir -p "$tmp/root/usr/lib/debug/.build-id/ab"
mkfifo -m 666 "$tmp/root/usr/lib/debug/.build-id/ab/cdef00.debug"
chown -R 12345:12345 "$tmp/root"
setpriv --reuid 12345 --regid 12345 --clear-groups unshare -Ur chroot "$tmp/root" /bin/hostilespin &
pids="$pids $!"
traced
check "a FIFO as debug file" test ! -s "$tmp/err"
check "its samples" grep -q 'hostilespin' "$tmp/out"
kill $pids

# Code made at run time, of which another user's file tells.
gcc -O1 -o "$tmp/hostilejit" "$tmp/jit.c"
setpriv --reuid 12345 --regid 12345 --clear-groups "$tmp/hostilejit" &
pids=$!
sleep 0.2
map=/tmp/perf-$pids.map
trap 'kill $pids 2>/dev/null; rm -rf "$tmp" "$map"' EXIT
echo "0 ffffffffffff liar" >"$map"
chown 54321 "$map"
traced
check "a map of another user" test ! -s "$tmp/err"
check "is not believed" sh -c "grep -q hostilejit '$tmp/out' && ! grep -q liar '$tmp/out'"
chown 12345 "$map"
traced
check "the process's own is" grep -q liar "$tmp/out"

# One line says that a map was too much.
yes '1 1 a' | head -c 20000000 >"$map"
traced -x symfilesize=10m
check "a large map" sh -c "[ \$(wc -l <'$tmp/err') = 1 ] && grep -q 'symbols of perf-.*symfilesize' '$tmp/err'"
exit $failed

#!/bin/sh
# Names of user addresses: wherever a program's symbols are, and even when the program has ended at once.
. "$(dirname "$0")/lib.sh"
for c in gcc objcopy strip xz chroot setpriv unshare; do
	command -v $c >/dev/null || skip "needs $c"
done

# A system call with a number of no other use here, from a function three calls deep.
call=$("$dtrace" -ln syscall::getpgrp:entry 2>/dev/null | grep -q getpgrp && echo getpgrp || echo getsid)
cat >"$tmp/p.c" <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifndef SYS_getpgrp
#define SYS_getpgrp SYS_getsid
#endif
#define DEEP __attribute__((noinline, used))
#ifndef NAME
#define NAME "half_way"
#endif
DEEP long half_way(long a) __asm__(NAME);
volatile long sink;
/* syscall() has no frame, so its caller does not show */
static DEEP long deep_inside(long a) { sink = a; long r = syscall(SYS_getpgrp, 0); sink = r; return r + 1; }
DEEP long half_way(long a) { sink = a; long r = deep_inside(a) + 1; sink = r; return r; }
#ifdef JIT
/* push %rbp; mov %rsp,%rbp; call *%rdi; pop %rbp; ret */
static const unsigned char code[] = { 0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3 };
static void jit(const char *done)
{
	char path[64];
	unsigned char *p = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	FILE *fp;

	memcpy(p + 64, code, sizeof(code));
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	fp = fopen(path, "w");
	fprintf(fp, "%lx %zx made::by a compiler\n", (long)(p + 64), sizeof(code));
	fclose(fp);
	for (int i = 0; i < 3000 && access(done, F_OK) != 0; i++) {
		((long (*)(long (*)(long)))(void *)(p + 64))(half_way);
		usleep(10000);
	}
	unlink(path);
}
#endif
int main(int argc, char **argv)
{
#ifdef LINGERS
	if (LINGERS)
		unlink(argv[0]);
	half_way(argc);
	sleep(1);
#elif defined(JIT)
	jit(argv[1]);
#else
	half_way(argc);
#endif
	return !argv;
}
END
cflags="-O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls"
build() { out=$1; shift; gcc $cflags "$@" -o "$out" "$tmp/p.c" || { bad "building $out"; exit 1; }; }
trace='syscall::'$call':entry /pid == $target/ { ustack(); }'

# named WHAT PATTERN COMMAND: a frame of the command's stack is named so
named() {
	timeout 60 "$dtrace" -qn "$trace" -c "$3" >"$tmp/out" 2>"$tmp/err" </dev/null
	check "$1" grep -qE "$2" "$tmp/out"
	grep -qE "$2" "$tmp/out" || cat "$tmp/out" "$tmp/err"
}
# unnamed WHAT OBJECT COMMAND: the stack has frames of the object without a name, and none with
unnamed() {
	timeout 60 "$dtrace" -qn "$trace" -c "$3" >"$tmp/out" 2>"$tmp/err" </dev/null
	check "$1" sh -c "grep -q '^ *$2\`0x' $tmp/out && ! grep -qE '(deep_inside|half_way)' $tmp/out"
}

build "$tmp/whole"
named "a symbol table" '^ *whole`half_way\+0x[0-9a-f]+$' "$tmp/whole"

# stripped, its symbols in a file that a link with a checksum names
objcopy --only-keep-debug "$tmp/whole" "$tmp/linked.debug"
(cd "$tmp" && objcopy --remove-section=.note.gnu.build-id whole linked && strip linked &&
	objcopy --add-gnu-debuglink=linked.debug linked)
named "a debug file next to the program" '^ *linked`half_way\+0x' "$tmp/linked"
mkdir "$tmp/.debug" && mv "$tmp/linked.debug" "$tmp/.debug/"
named "a debug file in .debug" '^ *linked`half_way\+0x' "$tmp/linked"
printf x >>"$tmp/.debug/linked.debug"
unnamed "a debug file of another build is not believed" linked "$tmp/linked"

# symbols packed with xz inside of the stripped program
strip --remove-section=.note.gnu.build-id -o "$tmp/packed" "$tmp/whole"
objcopy --strip-debug "$tmp/whole" "$tmp/mini" && xz -k "$tmp/mini"
objcopy --add-section .gnu_debugdata="$tmp/mini.xz" "$tmp/packed"
named "symbols packed inside" '^ *packed`half_way\+0x' "$tmp/packed"
head -c 200 "$tmp/mini.xz" >"$tmp/cut.xz"
strip --remove-section=.note.gnu.build-id -o "$tmp/cut" "$tmp/whole"
objcopy --add-section .gnu_debugdata="$tmp/cut.xz" "$tmp/cut"
unnamed "packed symbols that are cut short" cut "$tmp/cut"

# by build-id, below the root of the process
tree=$tmp/tree
mkdir -p "$tree/tmp" "$tree/usr/lib/debug/.build-id/ab"
build "$tree/inside" -DLINGERS=0 -static -Wl,--build-id=0xabcdef0123456789
objcopy --only-keep-debug "$tree/inside" "$tree/usr/lib/debug/.build-id/ab/cdef0123456789.debug"
strip "$tree/inside"
named "a debug file by build-id in another tree" '^ *inside`half_way\+0x' "chroot $tree /inside"

# names as the language writes them
build "$tmp/cxx" -DNAME='"_ZN5cache4loadEiPKc"'
named "C++" '^ *cxx`cache::load\(int, char const\*\)\+0x' "$tmp/cxx"
build "$tmp/rust" -DNAME='"_ZN4core3fmt5write17h0123456789abcdefE"'
named "Rust, the older scheme" '^ *rust`core::fmt::write\+0x' "$tmp/rust"
build "$tmp/rust0" -DNAME='"_RNvNtCs1234_7mycrate3foo3bar"'
named "Rust, the newer scheme" '^ *rust0`mycrate.*::foo::bar\+0x' "$tmp/rust0"
build "$tmp/cname" -DNAME='"_Zork"'
named "a C name that looks mangled" '^ *cname`_Zork\+0x' "$tmp/cname"

# a program that is not there any more, and one whose place another has taken
build "$tmp/gone" -DLINGERS=1
named "a deleted program" '^ *gone`half_way\+0x' "$tmp/gone"

# A program that nobody knew of before, and that has ended when its records are looked at.
cp "$tmp/whole" "$tmp/whole$$"
rm "$tmp/out"
"$dtrace" -x switchrate=50ms -qn 'BEGIN { printf("ready\n"); } syscall::'$call':entry /execname == "'whole$$'"/ { ustack(); seen++; }
	syscall::'$call':entry /seen >= 20/ { exit(0); }' >"$tmp/out" 2>"$tmp/err" </dev/null &
pid=$!
ready $pid
while kill -0 $pid 2>/dev/null; do "$tmp/whole$$"; done
wait $pid
check "short-lived programs: twenty stacks" test "$(grep -c 'half_way' "$tmp/out")" -ge 20
check "short-lived programs: every frame has a name" sh -c "! grep -qE '^ +0x' $tmp/out"

case $(uname -m) in
x86_64)
	for tree in / "$tree"; do
		build "${tree%/}/tmp/jit.$$" -DJIT -static
		where="code of a compiler in the process"
		[ "$tree" = / ] || where="$where, in another tree and name space"
		unshare --pid --fork chroot "$tree" "/tmp/jit.$$" /tmp/done.$$ </dev/null &
		timeout 60 "$dtrace" -qn 'syscall::'$call':entry /execname == "jit.'$$'"/ { ustack(); exit(0); }' \
			>"$tmp/out" 2>"$tmp/err" </dev/null
		touch "${tree%/}/tmp/done.$$"
		wait $!
		check "$where" grep -qE '^ *perf-[0-9]+.map`made::by a compiler\+0x' "$tmp/out"
		grep -q made::by "$tmp/out" || cat "$tmp/out" "$tmp/err"
		rm -f "${tree%/}/tmp/jit.$$" "${tree%/}/tmp/done.$$"
	done ;;
esac
exit $failed

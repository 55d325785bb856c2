#!/bin/sh
# Functions by their names: mangled and as C++ writes them, of stripped programs, of 32 bits, by address.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
cc=${CC:-cc} cxx=${CXX:-c++}
for need in $cc $cxx objcopy nm; do
	command -v $need >/dev/null || skip "needs $need"
done
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"

$cxx -O1 -g "$here/names.cc" -o "$tmp/names" || bad "names.cc builds"

# counts WHAT WANT PROGRAM DESCRIPTION: the counts of the functions that the description means
counts()
{
	timeout 60 "$dtrace" -qn "$4 { @[probefunc] = count(); } END { printa(\"%s %@d\\n\", @); }" -o "$tmp/d" -c "$3" \
		>"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
	check "$1" test "$(sort "$tmp/d" | grep . | tr '\n' ' ')" = "$2"
	rm -f "$tmp/d"
}

both="_ZN4shop5Stack4pushEPKc 10 _ZN4shop5Stack4pushEi 10 "
counts "by the raw name" "_ZN4shop5Stack4pushEi 10 " "$tmp/names" 'pid$target:a.out:_ZN4shop5Stack4pushEi:entry'
counts "as C++ writes it, all overloads" "$both" "$tmp/names" 'pid$target:a.out:shop??Stack??push:entry'
counts "with its arguments" "_ZN4shop5Stack4pushEi 10 " "$tmp/names" 'pid$target:a.out:shop??Stack??push?int?:entry'
counts "a template's" "_ZN4shop5Stack3topIlEET_S2_ 10 " "$tmp/names" 'pid$target:a.out:*Stack??top?long?:return'
counts "entries and exceptions" "_ZN4shop6thrownEi 10 " "$tmp/names" 'pid$target:a.out:shop??thrown:entry'
counts "returns but for exceptions" "_ZN4shop6thrownEi 5 " "$tmp/names" 'pid$target:a.out:shop??thrown:return'

# By the instructions that leave a function: as many as entries, with the offset of each in arg0.
timeout 60 "$dtrace" -x ureturn=insn -qn 'pid$target:a.out:main:, pid$target:a.out:*Stack*:, pid$target:a.out:*thrown*: { @[probename] = count(); }
	pid$target:a.out:*thrown*:return { @offset[arg0 != 0, arg0 < 4096] = count(); @value = sum((int)arg1); }
	END { printa("%s %@d\n", @); printa("%d %d %@d\n", @offset); printa("%@d\n", @value); }' -o "$tmp/d" -c "$tmp/names" >/dev/null
check "returns by instructions" test "$(sort "$tmp/d" | grep . | tr '\n' ' ')" = "1 1 5 20 entry 41 return 36 "
rm -f "$tmp/d"
# A switch jumps through a table, and a part that runs rarely may be elsewhere: neither leaves the function.
cat >"$tmp/jumps.c" <<END_C
__attribute__((noinline)) int choose(int n)
{
	static volatile int x;

	switch (n) {
	case 0: return x = 3;
	case 1: x += 5; break;
	case 2: x *= 7; break;
	case 3: x -= 9; break;
	case 4: x |= 11; break;
	case 5: x ^= 13; break;
	case 6: x &= 15; break;
	}
	return x + n;
}
#ifdef __x86_64__
__asm__(".type rare, @function\nrare: test %edi, %edi\n jnz 1f\n2: mov %edi, %eax\n ret\n1: jmp rare.cold\n .size rare, .-rare\n"
	".section .text.unlikely,\"ax\"\n.type rare.cold, @function\nrare.cold: nop\n jmp 2b\n .size rare.cold, .-rare.cold\n.text\n");
int rare(int);
#else
__attribute__((noinline)) int rare(int n) { return n; }
#endif
int main(void)
{
	for (int i = 0; i < 14; i++)
		choose(i % 7), rare(i % 2);
	return 0;
}
END_C
for flags in "-fno-pie -no-pie" "-fpie -pie"; do
	# shellcheck disable=SC2086
	$cc -O2 $flags -fcf-protection=none -o "$tmp/jumps" "$tmp/jumps.c" 2>/dev/null || $cc -O2 $flags -o "$tmp/jumps" "$tmp/jumps.c"
	check "it has a table ($flags)" sh -c "[ $(uname -m) != x86_64 ] || objdump -d --disassemble=choose '$tmp/jumps' | grep -q 'jmp  *\*'"
	timeout 60 "$dtrace" -x ureturn=insn -qn 'pid$target:a.out:choose:, pid$target:a.out:rare: { @[probefunc, probename] = count(); }
		END { printa("%s %s %@d\n", @); }' -o "$tmp/d" -c "$tmp/jumps" >/dev/null
	check "as many returns as entries ($flags)" test "$(sort "$tmp/d" | grep . | tr '\n' ' ')" = \
		"choose entry 14 choose return 14 rare entry 14 rare return 14 "
	rm -f "$tmp/d"
done
objcopy --add-section .gopclntab=/dev/null "$tmp/names" "$tmp/moving" 2>/dev/null
"$dtrace" -x ureturn=ret -qn 'pid$target:a.out:*thrown*:return { n++; }' -c "$tmp/moving" >"$tmp/out" 2>&1
check "stacks that move are refused, with the remedy" grep -q 'returns of moving .*ureturn=insn' "$tmp/out"
counts "and traced by instructions" "_ZN4shop6thrownEi 5 " "$tmp/moving" 'pid$target:a.out:shop??thrown:return'

# A stripped program: its own table packed inside, or a debug file.
objcopy --only-keep-debug "$tmp/names" "$tmp/names.debug"
mkdir -p "$tmp/.debug"
objcopy --strip-all --add-gnu-debuglink="$tmp/names.debug" "$tmp/names" "$tmp/stripped" 2>/dev/null
check "without its debug file it has no such function" sh -c \
	"mv '$tmp/names.debug' '$tmp/.debug/elsewhere'; ! '$dtrace' -qn 'pid\$target:a.out:*Stack*:entry' -c '$tmp/stripped' >/dev/null 2>&1"
mv "$tmp/.debug/elsewhere" "$tmp/.debug/names.debug"
counts "with it, it has" "$both" "$tmp/stripped" 'pid$target:a.out:shop??Stack??push:entry'
if command -v xz >/dev/null; then
	nm "$tmp/names" -f posix --defined-only | awk '$2 == "T" || $2 == "t" || $2 == "W" { print $1 }' | sort >"$tmp/keep"
	objcopy -S --remove-section .gdb_index --remove-section .comment --keep-symbols="$tmp/keep" "$tmp/.debug/names.debug" "$tmp/mini" 2>/dev/null
	xz -f "$tmp/mini"
	objcopy --strip-all "$tmp/names" "$tmp/packed"
	objcopy --add-section .gnu_debugdata="$tmp/mini.xz" "$tmp/packed"
	counts "by a table packed inside" "$both" "$tmp/packed" 'pid$target:a.out:shop??Stack??push:entry'
fi

# An address of the object.
address=$(nm "$tmp/names" | awk '$3 == "_ZN4shop6thrownEi" { sub(/^0*/, "", $1); print $1 }')
counts "an address" "- 10 " "$tmp/names" "pid\$target:a.out:-:$address"
inside=$(objdump -d --start-address=0x$address "$tmp/names" | sed -n 's/^ *\([0-9a-f]*\):\t[0-9a-f][0-9a-f] [0-9a-f].*/\1/p' | sed -n 1p)
inside=$(printf %x $((0x$inside + 1)))
check "an address inside an instruction is refused" sh -c "! '$dtrace' -qn 'pid\$target:a.out:-:$inside' -c '$tmp/names' >/dev/null 2>&1"

# 32 bits.
cat >"$tmp/small.c" <<END_C
__attribute__((noinline)) int many(int a, int b, const char *s, int c) { return a + b + s[0] + c; }
void _start(void)
{
	int r = 0;

	for (int i = 0; i < 3; i++)
		r += many(i, -i, i ? "other" : "first", 7);
	__asm__ volatile("int \$0x80" : : "a"(1), "b"(0), "c"(r));
}
END_C
if [ "$(uname -m)" = x86_64 ] && $cc -m32 -O1 -ffreestanding -nostdlib -static -no-pie -fno-pie "$tmp/small.c" -o "$tmp/small" 2>/dev/null; then
	for kernel in auto no; do
		timeout 20 "$dtrace" -x kernel=$kernel -qn 'pid$target:a.out:many:entry { printf("%d %d %s %d\n", (int)arg0, (int)arg1, copyinstr(arg2), arg3); }
			pid$target:a.out:many:return { printf("%d\n", (int)arg1); }' -c "$tmp/small" >"$tmp/out" 2>"$tmp/err"
		check "a program of 32 bits, kernel=$kernel" test "$(grep . "$tmp/out" | tr '\n' ' ')" = "0 0 first 7 109 1 -1 other 7 118 2 -2 other 7 118 "
	done
else
	echo "skipped: a program of 32 bits: $cc has no -m32"
fi
exit $failed

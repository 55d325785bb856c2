#!/bin/sh
# installed.sh BUILD CC FLAGS: installs into a folder of its own, builds lockstat-like.c against what is there through
# pkg-config, shared and static, and looks at what it prints and at the symbols of the library.

build=$1 cc=$2 flags=$3
here=$(cd "$(dirname "$0")" && pwd)
top=$(mktemp -d) || exit 2
trap 'rm -rf "$top"' EXIT

fail()
{
	echo "FAIL: $*" >&2
	exit 1
}

cmake --install "$build" --prefix "$top/usr" >"$top/log" 2>&1 || {
	cat "$top/log"
	fail "install"
}
lib=$(dirname "$(find "$top/usr" -name libdtrace.so)")
[ -n "$lib" ] || fail "no libdtrace.so is installed"
export PKG_CONFIG_PATH="$lib/pkgconfig" LD_LIBRARY_PATH="$lib"

# What others see: the functions of dtrace.h with their version, all of them and nothing else.
nm -D --defined-only --with-symbol-versions "$lib/libdtrace.so" | awk '{print $3}' | sort >"$top/seen"
grep -v '^dtrace_.*@@DTRACE_1.0$' "$top/seen" | grep -vx 'DTRACE_1.0' >"$top/strange"
[ ! -s "$top/strange" ] || fail "exported: $(tr '\n' ' ' <"$top/strange")"
sed -n 's|/\*.*||; s/^[a-z].*[ *]\(dtrace_[a-z_]*\)(.*/\1/p' "$top/usr/include/dtrace.h" | sort -u |
	grep -v '_f$' >"$top/declared"
[ "$(wc -l <"$top/declared")" -gt 35 ] || fail "few functions declared: $(cat "$top/declared")"
while read -r f; do
	grep -q "^$f@@" "$top/seen" || fail "$f is declared and not exported"
done <"$top/declared"
sed -n 's/^\(dtrace_.*\)@@.*/\1/p' "$top/seen" | while read -r f; do
	grep -qx "$f" "$top/declared" || fail "$f is exported and not declared"
done || exit 1
objdump -p "$lib/libdtrace.so" | grep -q 'SONAME *libdtrace.so.1$' || fail "soname"

# The header stands alone, and is C++ too.
echo '#include <dtrace.h>' >"$top/alone.c"
# shellcheck disable=SC2086,SC2046
$cc -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only $(pkg-config --cflags libdtrace) "$top/alone.c" ||
	fail "header in C"
# shellcheck disable=SC2046
! command -v c++ >/dev/null || c++ -x c++ -fsyntax-only $(pkg-config --cflags libdtrace) "$top/alone.c" ||
	fail "header in C++"

# shellcheck disable=SC2086,SC2046
$cc $flags -Wall -Wextra -Werror -o "$top/shared" "$here/lockstat-like.c" $(pkg-config --cflags --libs libdtrace) ||
	fail "build"
cp -r "$lib" "$top/archive" && rm "$top/archive/"libdtrace.so*
# shellcheck disable=SC2086,SC2046
$cc $flags -o "$top/static" "$here/lockstat-like.c" $(pkg-config --cflags libdtrace) -L"$top/archive" \
	$(pkg-config --static --libs-only-l libdtrace) || fail "build against the archive"
ldd "$top/static" | grep -q libdtrace && fail "the archive was not used"
ldd "$top/shared" | grep -q "$lib/libdtrace.so.1" || fail "not the installed library"

[ "$(id -u)" = 0 ] || {
	echo "not run: needs root"
	exit 0
}
# 37 reads of one byte, and the end of the file.
head -c 37 /dev/zero >"$top/file"
for how in shared static; do
	[ $how = shared ] || export DTRACE_LIBDIR="$top/usr/lib/dtrace"
	timeout 60 "$top/$how" "dd if=$top/file of=/dev/null bs=1 status=none" >"$top/out" 2>"$top/err" ||
		fail "$how: $(cat "$top/err")"
	awk '
		NR == 1 { next }
		$1 == "total" { total = $2; next }
		{ sum += $2; if (NR > 2 && $2 > last) bad = "order"; last = $2; calls[$1] = $2; ns[$1] = $3 }
		END {
			if (calls["read"] < 38 || calls["write"] < 37) bad = "read " calls["read"] ", write " calls["write"]
			if (calls["read"] > 60) bad = "more reads than there are"
			if (sum != total) bad = "total"
			if (ns["read"] <= 0) bad = "no times"
			if (bad) { print bad; exit 1 }
		}' "$top/out" >"$top/why" || {
		cat "$top/out" "$top/err"
		fail "$how: $(cat "$top/why")"
	}
done
if timeout 60 "$top/shared" /nonexistent/command >"$top/out" 2>"$top/err"; then
	fail "a command that is not there"
fi
grep -q 'failed to execute /nonexistent/command' "$top/err" || fail "$(cat "$top/err")"
echo "passed"

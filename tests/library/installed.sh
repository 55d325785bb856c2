#!/bin/sh
# installed.sh BUILD CC FLAGS: installs into a folder of its own, builds the programs here against what is there through
# pkg-config, lockstat-like.c shared and static, and looks at what they print and at the symbols of the library; the
# same with etwlist.c and libetw. Runs the scripts and the command from there, and after the folder was moved.

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

# What others see: the functions of the headers with their version, all of them and nothing else.
exports()
{
	library=$1 version=$2 prefix=$3
	shift 3
	nm -D --defined-only --with-symbol-versions "$lib/$library" | awk '{print $3}' | sort >"$top/seen"
	grep -v "^${prefix}_.*@@$version$" "$top/seen" | grep -vx "$version" >"$top/strange"
	[ ! -s "$top/strange" ] || fail "$library exports: $(tr '\n' ' ' <"$top/strange")"
	sed -n "/^static/d; s|/\\*.*||; s/^[a-z].*[ *]\\(${prefix}_[a-z_0-9]*\\)(.*/\\1/p" "$@" | grep -Ev '_fn?$' |
		sort -u >"$top/declared"
	[ "$(wc -l <"$top/declared")" -gt 35 ] || fail "few functions declared: $(cat "$top/declared")"
	nm -D --defined-only "$lib/$library" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort >"$top/names"
	diff "$top/declared" "$top/names" || fail "$library does not export what the headers declare"
}
exports libdtrace.so DTRACE_1.0 dtrace "$top/usr/include/dtrace.h"
exports libetw.so ETW_1.0 etw "$top"/usr/include/etw*.h
objdump -p "$lib/libdtrace.so" | grep -q 'SONAME *libdtrace.so.1$' || fail "soname"

# The headers stand alone, and are C++ too.
for h in dtrace.h "$top"/usr/include/etw*.h; do
	echo "#include <$(basename "$h")>"
done >"$top/alone.c"
# shellcheck disable=SC2086,SC2046
$cc -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only $(pkg-config --cflags libdtrace) "$top/alone.c" ||
	fail "header in C"
# shellcheck disable=SC2046
! command -v c++ >/dev/null || c++ -x c++ -fsyntax-only $(pkg-config --cflags libdtrace) "$top/alone.c" ||
	fail "header in C++"

# shellcheck disable=SC2086,SC2046
$cc $flags -Wall -Wextra -Werror -o "$top/shared" "$here/lockstat-like.c" $(pkg-config --cflags --libs libdtrace) ||
	fail "build"
for program in plockstat-like intrstat-like; do
	# shellcheck disable=SC2086,SC2046
	$cc $flags -Wall -Wextra -Werror -o "$top/$program" "$here/$program.c" $(pkg-config --cflags --libs libdtrace) ||
		fail "build $program"
done
cp -r "$lib" "$top/archive" && rm "$top/archive/"libdtrace.so*
# shellcheck disable=SC2086,SC2046
$cc $flags -o "$top/static" "$here/lockstat-like.c" $(pkg-config --cflags libdtrace) -L"$top/archive" \
	$(pkg-config --static --libs-only-l libdtrace) || fail "build against the archive"
ldd "$top/static" | grep -q libdtrace && fail "the archive was not used"
ldd "$top/shared" | grep -q "$lib/libdtrace.so.1" || fail "not the installed library"

# libetw
"$build/tests/libetw/mketl" "$top/trace.etl" >/dev/null || fail "mketl"
# shellcheck disable=SC2086,SC2046
$cc $flags -Wall -Wextra -Werror -o "$top/list" "$here/etwlist.c" $(pkg-config --cflags --libs libetw) || fail "build etwlist"
rm "$top/archive/"libetw.so*
# shellcheck disable=SC2086,SC2046
$cc $flags -o "$top/list-static" "$here/etwlist.c" $(pkg-config --cflags libetw) -L"$top/archive" \
	$(pkg-config --static --libs-only-l libetw) || fail "build etwlist against the archive"
ldd "$top/list-static" | grep -q libetw && fail "the archive of libetw was not used"
"$top/list" "$top/trace.etl" >"$top/out" || fail "etwlist"
"$top/list-static" "$top/trace.etl" | diff "$top/out" - || fail "etwlist with the archive"
head -n 1 "$top/out" | grep -Eq '^{3d6fa8d1-fe05-11d0-9dda-00c04fd7ba7c} [0-9]{4,}$' || fail "etwlist: $(cat "$top/out")"

# The scripts run by their names, and the command finds its libraries in a tree that was moved.
for script in bin/sched.d demo/hello.d; do
	[ -x "$top/usr/share/dtrace/$script" ] || fail "$script is not installed"
done
"$top/usr/share/dtrace/bin/sched.d" -E "$top/trace.etl" 1 >"$top/out" 2>"$top/err" || fail "sched.d: $(cat "$top/err")"
grep -q "Distribution" "$top/out" || fail "sched.d: $(cat "$top/out")"
mkdir "$top/moved"
mv "$top/usr/sbin" "$top/usr/lib" "$top/moved" || fail "move"
echo 'inline string moved = "moved";' >>"$top/moved/lib/dtrace/types.d"
"$top/moved/sbin/dtrace" -q -E "$top/trace.etl" -n 'BEGIN { trace(moved); exit(0); }' >"$top/out" 2>"$top/err" ||
	fail "a moved command: $(cat "$top/err")"
mv "$top/moved/sbin" "$top/moved/lib" "$top/usr"

[ "$(id -u)" = 0 ] || {
	echo "not run: needs root"
	exit 0
}
# 37 reads of one byte, and the end of the file.
head -c 37 /dev/zero >"$top/file"
for how in shared static; do
	[ $how = shared ] || export DTRACE_LIBDIR="$top/usr/lib/dtrace"
	timeout 60 "$top/$how" dd "if=$top/file" of=/dev/null bs=1 status=none >"$top/out" 2>"$top/err" ||
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

# Threads that wait for a lock.
cat >"$top/locks.py" <<'END'
import threading, time
lock = threading.Lock()
def hold():
    for _ in range(20):
        with lock:
            time.sleep(.001)
threads = [threading.Thread(target=hold) for _ in range(3)]
[t.start() for t in threads]
[t.join() for t in threads]
END
python=$(python3 -c "import sys; print(sys.executable)") # not what finds it
timeout 60 "$top/plockstat-like" "$python" "$top/locks.py" >"$top/out" 2>"$top/err" ||
	fail "plockstat-like: $(cat "$top/err")"
grep -Eq '^first wait, on CPU [0-9]+ at futex:return: pid [0-9]+ of python3[0-9.]*$' "$top/out" &&
	grep -Eq '^ *[0-9]+ waits of +[0-9]+ us at .*`' "$top/out" || fail "plockstat-like: $(cat "$top/out" "$top/err")"

timeout 60 "$top/intrstat-like" 3 >"$top/out" 2>"$top/err" || fail "intrstat-like: $(cat "$top/err")"
[ "$(grep -c '^CPU SOFTIRQ' "$top/out")" = 3 ] && grep -Eq '^ *[0-9]+ (timer|sched|rcu) +[1-9]' "$top/out" ||
	fail "intrstat-like: $(cat "$top/out")"
echo "passed"

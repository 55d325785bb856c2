#!/bin/sh
# Where a command waits for its probes: at exec, at its entry point, at main(); what has run by then isn't traced.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
cc=${CC:-cc}
command -v $cc >/dev/null || skip "needs $cc"
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"

cat >"$tmp/early.c" <<'END_C'
int library(void) { return 1; }
__attribute__((constructor)) void library_first(void) { library(); }
END_C
cat >"$tmp/program.c" <<'END_C'
int library(void);
__attribute__((constructor)) void program_first(void) { }
int main(void) { return library() - 1; }
END_C
$cc -shared -fPIC -fno-optimize-sibling-calls -o "$tmp/libearly.so" "$tmp/early.c" &&
	$cc -o "$tmp/program" "$tmp/program.c" "$tmp/libearly.so" -Wl,-rpath,"$tmp" || bad "the program builds"
dso=libearly

# seen WHAT WANT OPTION...: how often each function was entered
seen()
{
	what=$1 want=$2
	shift 2
	rm -f "$tmp/d"
	timeout 60 "$dtrace" "$@" -o "$tmp/d" -c "$tmp/program" -qn '
		pid$target:'"$dso"':library*:entry, pid$target:a.out:main:entry, pid$target:a.out:program_first:entry
			{ @[probefunc] = count(); }
		END { printa("%s %@d\n", @); }' >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
	check "$what" test "$(sort "$tmp/d" | grep . | tr '\n' ' ')" = "$want" || cat "$tmp/d" "$tmp/err"
}
late="library 1 main 1 program_first 1 "
seen "by itself, libraries are mapped" "$late"
seen "preinit: their initializers have run" "$late" -x evaltime=preinit
seen "postinit: the program's, too" "library 1 main 1 " -x evaltime=postinit
seen "main" "library 1 main 1 " -x evaltime=main
dso=$tmp/libearly.so
seen "exec: a library by its path, and its initializer" "library 2 library_first 1 main 1 program_first 1 " -x evaltime=exec
check "a message says which file it is" grep -q "isn't loaded yet.*$tmp/libearly.so" "$tmp/err"
dso=libearly
cd "$tmp" || exit 1 # where a library is looked for, too
seen "exec: by its name" "library 2 library_first 1 main 1 program_first 1 " -x evaltime=exec

# objects WANT OPTION...: where there are functions
objects()
{
	want=$1
	shift
	"$dtrace" "$@" -ln 'pid$target:::entry' -c "$tmp/program" 2>/dev/null | awk 'NR > 1 { sub(/[-.].*/, "", $3); print $3 }' |
		sort -u >"$tmp/out"
	check "the objects that are mapped: ${*:-without the option}" test "$(tr '\n' ' ' <"$tmp/out")" = "$want" || cat "$tmp/out"
}
objects "ld libc libearly program "
objects "ld libc libearly program " -x evaltime=main
objects "ld program " -x evaltime=exec
timeout 60 "$dtrace" -x evaltime=exec -qn 'pid$target:ld-*::entry { n++; } END { printf("%d\n", n > 100); }' -o "$tmp/d" -c "$tmp/program" \
	>"$tmp/out" 2>&1
check "exec: the dynamic linker's start" grep -qx 1 "$tmp/d"
timeout 60 "$dtrace" -x evaltime=exec -qn 'pid$target:libc:exit:entry { @ = count(); } END { printa("%@d\n", @); }' -o "$tmp/d" \
	-c "$tmp/program" >"$tmp/out" 2>&1
check "exec: libc" grep -qx 1 "$tmp/d"
exit $failed

#!/bin/sh
# Without privilege: one clear message, status 1; a replay works.
. "$(dirname "$0")/lib.sh"

command -v setpriv >/dev/null || skip "needs setpriv"
nobody="setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all"
cp "$dtrace" "$tmp/dtrace"
mkdir "$tmp/lib"
cp "$src"/translators/*.d "$tmp/lib"
chmod -R a+rX "$tmp"
export DTRACE_LIBDIR="$tmp/lib"

$nobody "$tmp/dtrace" -qn 'syscall:::entry { @ = count(); }' >"$tmp/out" 2>"$tmp/err"
check "status 1" test $? = 1
check "one line" test "$(wc -l <"$tmp/err")" = 1
check "names the capability" grep -q CAP_ "$tmp/err"
$nobody "$tmp/dtrace" -qn 'BEGIN { trace("hello"); exit(0); }' >"$tmp/out" 2>"$tmp/err"
check "BEGIN needs no privilege" grep -q hello "$tmp/out"
mketl="$(dirname "$dtrace")/tests/libetw/mketl"
"$mketl" "$tmp/t.etl" >/dev/null && chmod a+r "$tmp/t.etl"
$nobody "$tmp/dtrace" -qn 'sched:::on-cpu { @ = count(); }' -E "$tmp/t.etl" >"$tmp/out" 2>"$tmp/err"
check "replay as nobody" test $? = 0
check "it counts" grep -qE '[1-9]' "$tmp/out"
exit $failed

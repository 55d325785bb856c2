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
check "names the capabilities" grep -q "CAP_BPF and CAP_PERFMON.*both are missing" "$tmp/err"

# One of the two capabilities is as good as none, whatever is asked for; both are enough.
some() { caps=$1; shift; setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all,"$caps" --ambient-caps=-all,"$caps" "$@"; }
for each in "+bpf CAP_PERFMON" "+perfmon CAP_BPF"; do
	caps=${each% *} lacks=${each#* }
	some "$caps" true 2>/dev/null || { echo "setpriv has no $caps: not tried"; continue; }
	for probe in syscall:::entry profile-97 sched:::tick 'syscall::openat:entry /copyinstr(arg1) != ""/'; do
		some "$caps" "$tmp/dtrace" -qn "$probe { @ = count(); } tick-1s { exit(0); }" >"$tmp/out" 2>"$tmp/err"
		check "$caps, $probe: status 1" test $? = 1
		check "$caps, $probe: one line" test "$(wc -l <"$tmp/err")" = 1
		check "$caps, $probe: what is missing" grep -q "$lacks is missing" "$tmp/err"
		check "$caps, $probe: the remedy" grep -q "needs CAP_BPF and CAP_PERFMON (or root).*sudo.*setcap" "$tmp/err"
	done
done
if some +bpf,+perfmon true 2>/dev/null; then
	some +bpf,+perfmon "$tmp/dtrace" -qn 'syscall:::entry { @ = count(); } tick-100ms { exit(0); }' >"$tmp/out" 2>"$tmp/err"
	check "both are enough" test $? = 0
fi

$nobody "$tmp/dtrace" -qn 'BEGIN { trace("hello"); exit(0); }' >"$tmp/out" 2>"$tmp/err"
check "BEGIN needs no privilege" grep -q hello "$tmp/out"
mketl="$(dirname "$dtrace")/tests/libetw/mketl"
"$mketl" "$tmp/t.etl" >/dev/null && chmod a+r "$tmp/t.etl"
$nobody "$tmp/dtrace" -qn 'sched:::on-cpu { @ = count(); }' -E "$tmp/t.etl" >"$tmp/out" 2>"$tmp/err"
check "replay as nobody" test $? = 0
check "it counts" grep -qE '[1-9]' "$tmp/out"
exit $failed

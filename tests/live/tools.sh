#!/bin/sh
# The tools of dscripts/bin under a load of our own: they print what their heads promise, without a fault or a drop.
. "$(dirname "$0")/lib.sh"

# What one would want to see: one that reads single bytes, one that keeps the kernel busy, one that keeps itself busy, a
# file that isn't there, commands that end at once, naps.
cat >"$tmp/load" <<'END'
dd if=/dev/zero of=/dev/null bs=1 count=2000 2>/dev/null
sleep 0.05
dd if=/dev/zero of=/dev/null bs=1M count=500 2>/dev/null
cat /nonexistent/file 2>/dev/null
echo "five words in a line" >"$1"
awk 'BEGIN { for (i = 0; i < 1000000; i++) s += i * i }'
sleep 0.05
END
while :; do sh "$tmp/load" "$tmp/written"; done &
loader=$!
trap "kill $loader 2>/dev/null; wait $loader 2>/dev/null; rm -rf $tmp" EXIT

# tool NAME PATTERN [OPERAND...]: run until the pattern has been printed, and at the end all of the patterns in $also
tool() {
	name=$1 pattern=$2
	shift 2
	for secs in 2 5 15 30; do	# a machine with much else to do gets more time
		timeout -s TERM -k 20 $secs "$dtrace" -s "$src/dscripts/bin/$name.d" "$@" \
			>"$tmp/out" 2>"$tmp/err" </dev/null
		rc=$?
		[ $rc = 124 ] && rc=0
		[ $rc = 0 ] && grep -qE "$pattern" "$tmp/out" && break
	done
	earlier=$failed failed=0
	check "$name: status 0" test $rc = 0
	check "$name: prints what it promises" grep -qE "$pattern" "$tmp/out"
	check "$name: nothing to complain of" test ! -s "$tmp/err"
	[ $failed = 0 ] || tail -n 15 "$tmp/out" "$tmp/err"
	[ $earlier = 0 ] || failed=1
}
# never WHAT PATTERN: no line of the tool that ran last is so
never() { if grep -qE "$2" "$tmp/out"; then bad "$name: $1"; grep -E "$2" "$tmp/out" | head -3; else ok "$name: $1"; fi; }

tool hotkernel '^vmlinux`[a-z_0-9.]+ +[0-9]+ +[0-9]+%$'
check "hotkernel: modules too" grep -qE '^vmlinux +[0-9]+ +[0-9]+%$' "$tmp/out"
never "shares are shares" ' (10[1-9]|1[1-9][0-9]|[2-9][0-9][0-9])%'
tool hotuser '^(busybox|awk|mawk|gawk) +[0-9]+ [^ ]+`[^ ]+ +[0-9]+ +[0-9]+%$'
check "hotuser: libraries too" awk '/LIBRARY/ { lib = 1 } lib && /awk +[0-9]+ [^ `]+ +[0-9]+ +[0-9]+%$/ { n++ }
	END { exit !n }' "$tmp/out"
tool profile '^dd(;[^;]+)*;vmlinux`[^;]+ [0-9]+$'
never "every line is a folded stack" '^[^;]+$|[^0-9]$'
tool offcputime '^sleep;.*;vmlinux`.*nanosleep;.*schedule.* [0-9]+$'
# the two naps of a round are 50 ms each: none is shorter
check "offcputime: a nap takes its time" awk '/^sleep;.*nanosleep/ { n = $NF } END { exit !(n >= 50000) }' "$tmp/out"
tool runqlat '^(dd|sleep|sh) +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+$'
check "runqlat: a distribution" grep -q 'value  -.* Distribution -.* count' "$tmp/out"
tool cswstat '^20[0-9][0-9] .* [1-9][0-9]* +[1-9][0-9]* +[1-9][0-9]* +[0-9]+$'
tool cswstat '^20[0-9][0-9] .* [1-9][0-9]*$' 1
check "cswstat: as many lines as seconds were asked for" test "$(grep -c '^20' "$tmp/out")" = 1
tool syscallbyproc '^dd +read +[0-9]+$'
check "syscallbyproc: as often read as written, but for the program's start" awk '
	/^dd +read / { r = $3 } /^dd +write / { w = $3 } END { exit !(w > 1000 && r > 0.9 * w && w > 0.9 * r) }' "$tmp/out"
tool procsystime '^read +[0-9]+ +[0-9]+ +[0-9]+$' dd
never "only of dd" '^clock_nanosleep '
check "procsystime: elapsed is not less than on CPU" awk '
	/^read / { if ($3 + 0 < $4 * 0.98) exit 1; n++ } END { exit !n }' "$tmp/out"
tool execsnoop '^20[0-9][0-9] [A-Z][a-z][a-z] .* [0-9]+ +[0-9]+ +[0-9]+ +dd if=/dev/zero of=/dev/null bs=1 count=2000$'
tool execsnoop ' sleep 0.05$' sleep
never "only of sleep" ' dd if='
tool opensnoop '^ +[0-9]+ +[0-9]+ cat +-1 +2  /nonexistent/file$' cat
tool opensnoop "^ +[0-9]+ +[0-9]+ sh +[0-9]+ +0  $tmp/written$" sh
tool opensnoop ' /dev/zero$' dd
never "only of dd" ' /nonexistent/file$'
tool shortlived '^sleep +[0-9]+ +[0-9]+ +[0-9]+$'
check "shortlived: their creator" awk '/STARTED BY/ { by = 1 } by && /^sh / { n++ } END { exit !n }' "$tmp/out"
check "shortlived: a nap takes its time" awk '/^sleep / { if ($4 < 50) exit 1; n++ } END { exit !n }' "$tmp/out"
tool rwsnoop "^ +[0-9]+ +[0-9]+ sh +W +21  $tmp/written$" sh
tool rwsnoop '^ +[0-9]+ +[0-9]+ dd +R +1  /dev/zero$' dd
exit $failed

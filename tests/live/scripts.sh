#!/bin/sh
# The scripts, unchanged, live: they run, print what their heads promise, and lose nothing.
. "$(dirname "$0")/lib.sh"

# a load that switches and reads until the script has ended
load() { while :; do dd if=/dev/zero of=/dev/null bs=1 count=5000 2>/dev/null; sleep 0.01; done; }
load &
loader=$!
trap 'kill $loader 2>/dev/null; rm -rf "$tmp"' EXIT

# script NAME SECONDS PATTERN [ARG...]: interrupted after so long
script() {
	name=$1 secs=$2 pattern=$3
	shift 3
	for secs in $secs 1 5 15 30; do	# a machine with much else to do gets more time
		timeout -s TERM "$secs" "$dtrace" -s "$src/dscripts/$name" "$@" >"$tmp/out" 2>"$tmp/err"
		rc=$?
		[ $rc = 124 ] && rc=0
		[ $rc = 0 ] && grep -qE "$pattern" "$tmp/out" && break
	done
	check "$name: status 0" test $rc = 0
	check "$name: prints what it promises" grep -qE "$pattern" "$tmp/out"
	check "$name: no faults, no drops" sh -c "! grep -qE 'error|drop' $tmp/err"
	[ $failed = 0 ] || { head -5 "$tmp/out" "$tmp/err"; }
}
script bin/sched.d 0.5 'Distribution'
script bin/whererun.d 0.5 '^ +[0-9]+ +[0-9]+ +[0-9]+$' 0 dd
script bin/wakeup.d 0.5 '^by ' 0 sleep
script demo/hello.d 3 '[Hh]ello'
script demo/tick.d 1.5 '^20.*ms since the start$'
script demo/proc.d 0.5 ' executes: dd '
script demo/profile.d 0.5 '^dd +[0-9]+ +[0-9]+$'
exit $failed

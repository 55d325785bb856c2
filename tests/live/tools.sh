#!/bin/sh
# The tools of dscripts/bin under a load of our own: they print what their heads promise, without a fault or a drop.
. "$(dirname "$0")/lib.sh"

# The load's programs have names of their own: others on the machine run dd, too, and as much of it as they like.
PATH=$tmp/bin:$PATH
dd=dd$$ sleep=sleep$$ cat=cat$$ awk=awk$$
mkdir "$tmp/bin"
for program in dd sleep cat awk; do
	cp "$(readlink -f "$(command -v $program)")" "$tmp/bin/$program$$" || exit 1
done

# What one would want to see: one that reads single bytes, one that keeps the kernel busy, one that keeps itself busy, a
# file that isn't there, commands that end at once, naps.
cat >"$tmp/load" <<END
$dd if=/dev/zero of=/dev/null bs=1 count=2000 2>/dev/null
$sleep 0.05
$dd if=/dev/zero of=/dev/null bs=1M count=100 2>/dev/null
$cat /nonexistent/file 2>/dev/null
echo "five words in a line" >"$tmp/written"
$awk 'BEGIN { for (i = 0; i < 200000; i++) s += i * i }'
$sleep 0.05
END
while :; do sh "$tmp/load"; done &
loader=$!

# One that talks to itself, and one that reads a disk, if there is one.
cat >"$tmp/net.py" <<'END'
import socket, time
HERE = "127.0.0.78"
while True:
    listener = socket.socket()
    listener.bind((HERE, 0))
    listener.listen(1)
    c = socket.create_connection(listener.getsockname())
    s, _ = listener.accept()
    c.sendall(b"x")
    s.recv(9)
    for each in c, s, listener:
        each.close()
    here, there = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for i in range(2)]
    there.bind((HERE, 0))
    here.connect(there.getsockname())
    here.send(b"y" * 100)
    there.recv(200)
    here.close()
    there.close()
    time.sleep(0.02)
END
py=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null)
talker= reader=
[ -z "$py" ] || { "$py" "$tmp/net.py" & talker=$!; }
[ ! -e "/sys/dev/block/$(stat -c %Hd:%Ld "$tmp")" ] ||
	! dd if=/dev/zero of="$tmp/disk" bs=65536 count=20 oflag=direct 2>/dev/null ||
	{ while :; do $dd if="$tmp/disk" of=/dev/null bs=65536 iflag=direct 2>/dev/null; $sleep 0.05; done & reader=$!; }
trap "kill $loader $talker $reader 2>/dev/null; wait $loader $talker $reader 2>/dev/null; rm -rf $tmp" EXIT

# tool NAME PATTERN [OPERAND...]: run until the pattern has been printed, and what the command in $also looks for;
# $first is for how many seconds it is tried first
also= first=0.35
tool() {
	name=$1 pattern=$2
	shift 2
	for secs in $first 0.8 2 5 15 30; do	# a machine with much else to do gets more time
		timeout -s TERM -k 20 $secs "$dtrace" -s "$src/dscripts/bin/$name.d" "$@" \
			>"$tmp/out" 2>"$tmp/err" </dev/null
		rc=$?
		[ $rc = 124 ] && rc=0
		[ $rc = 0 ] && grep -qE "$pattern" "$tmp/out" && eval "${also:-true}" && break
	done
	earlier=$failed failed=0
	check "$name: status 0" test $rc = 0
	check "$name: prints what it promises" grep -qE "$pattern" "$tmp/out"
	[ -z "$also" ] || check "$name: and the rest of it" eval "$also"
	check "$name: nothing to complain of" test ! -s "$tmp/err"
	[ $failed = 0 ] || tail -n 15 "$tmp/out" "$tmp/err"
	[ $earlier = 0 ] || failed=1
	also= first=0.35
}
# never WHAT PATTERN: no line of the tool that ran last is so
never() { if grep -qE "$2" "$tmp/out"; then bad "$name: $1"; grep -E "$2" "$tmp/out" | head -3; else ok "$name: $1"; fi; }

also='grep -qE "^vmlinux +[0-9]+ +[0-9]+%\$" "$tmp/out"'	# modules
tool hotkernel '^vmlinux`[a-z_0-9.]+ +[0-9]+ +[0-9]+%$'
never "shares are shares" ' (10[1-9]|1[1-9][0-9]|[2-9][0-9][0-9])%'
also='grep -qE "^$awk +[0-9]+ [^ \`]+ +[0-9]+ +[0-9]+%\$" "$tmp/out"'	# libraries
tool hotuser '^'$awk' +[0-9]+ [^ ]+`[^ ]+ +[0-9]+ +[0-9]+%$'
tool profile '^'$dd'(;[^;]+)*;vmlinux`[^;]+ [0-9]+$'
never "every line is a folded stack" '^[^;]+$|[^0-9]$'
tool offcputime '^'$sleep';.*;vmlinux`.*nanosleep;.*schedule.* [0-9]+$'
# the two naps of a round are 50 ms each: none is shorter
check "offcputime: a nap takes its time" awk '/^'$sleep';.*nanosleep/ { n = $NF } END { exit !(n >= 50000) }' "$tmp/out"
also='grep -q "value  -.* Distribution -.* count" "$tmp/out"'
tool runqlat '^('$dd'|'$sleep'|sh) +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+$'
first=1.3	# a line is of a second
tool cswstat '^20[0-9][0-9] .* [1-9][0-9]* +[1-9][0-9]* +[1-9][0-9]* +[0-9]+$'
first=5
tool cswstat '^20[0-9][0-9] .* [1-9][0-9]*$' 1
check "cswstat: as many lines as seconds were asked for" test "$(grep -c '^20' "$tmp/out")" = 1
also='[ "$(awk "/^$dd +write / { n = \$3 } END { print n + 0 }" "$tmp/out")" -gt 1000 ]'
tool syscallbyproc '^'$dd' +read +[0-9]+$'
check "syscallbyproc: as often read as written, but for the program's start" awk '
	/^'$dd' +read / { r = $3 } /^'$dd' +write / { w = $3 } END { exit !(w > 1000 && r > 0.9 * w && w > 0.9 * r) }' "$tmp/out"
tool procsystime '^read +[0-9]+ +[0-9]+ +[0-9]+$' 0 $dd
never "only of dd" '^clock_nanosleep '
check "procsystime: elapsed is not less than on CPU" awk '
	/^read / { if ($3 + 0 < $4 * 0.98) exit 1; n++ } END { exit !n }' "$tmp/out"
tool execsnoop '^20[0-9][0-9] [A-Z][a-z][a-z] .* [0-9]+ +[0-9]+ +[0-9]+ +'$dd' if=/dev/zero of=/dev/null bs=1 count=2000$'
tool execsnoop " $sleep 0.05\$" 0 $sleep
never "only of sleep" " $dd if="
tool opensnoop '^ +[0-9]+ +[0-9]+ '$cat' +-1 +2  /nonexistent/file$' 0 $cat
tool opensnoop "^ +[0-9]+ +[0-9]+ sh +[0-9]+ +0  $tmp/written$" 0 sh
tool opensnoop ' /dev/zero$' 0 $dd
never "only of dd" ' /nonexistent/file$'
also='sed "1,/STARTED BY/d" "$tmp/out" | grep -q "^sh "'	# their creator
tool shortlived '^'$sleep' +[0-9]+ +[0-9]+ +[0-9]+$'
check "shortlived: a nap takes its time" awk '/^'$sleep' / { if ($4 < 50) exit 1; n++ } END { exit !n }' "$tmp/out"
tool rwsnoop "^ +[0-9]+ +[0-9]+ sh +W +21  $tmp/written$" 0 sh
tool rwsnoop '^ +[0-9]+ +[0-9]+ '$dd' +R +1  /dev/zero$' 0 $dd
if [ -n "$reader" ]; then
	tool iosnoop '^ +[0-9]+ '$dd' +R +[0-9]+ +65536 +[0-9]+ [a-z0-9]+ +<none>$' 0 $dd
	never "only of dd" '^ +[0-9]+ [a-ce-z]'
	tool bitesize '^[0-9]+ '$dd' reads, bytes$'
	check "bitesize: all of a size" awk '/ '$dd' reads/ { dd = 1 } dd && /^ +65536 / { n += $NF } END { exit !(n > 0) }' \
		"$tmp/out"
	tool iolatency '^[a-z0-9]+ +reads +[0-9]+ +[0-9]+ +[0-9]+$'
	check "iolatency: a mean is no more than the longest" awk '/ reads +[0-9]/ { if ($4 > $5) exit 1; n++ }
		END { exit !n }' "$tmp/out"
else
	echo "no direct I/O to a disk in $tmp: the disk tools are not run"
fi
if [ -n "$talker" ]; then
	ends='4 127\.0\.0\.1 +[0-9]+ 127\.0\.0\.78 +[0-9]+'
	tool tcpconnect "^ +$talker python[^ ]* +$ends\$"
	tool tcpconnlat "^ +$talker python[^ ]* +$ends +[0-9]+\$"
	tool tcpconnlat 'PROGRAM' 0 60000
	never "none takes a minute" "^ +$talker "
	cat >"$tmp/whole.awk" <<'END'
$6 == "CLOSE" && $7 == "SYN_SENT" { a[$1] = 1 }
$6 == "SYN_SENT" && $7 == "ESTABLISHED" && a[$1] { b[$1] = 1 }
$6 == "ESTABLISHED" && $7 == "FIN_WAIT1" && b[$1] { n++ }
END { exit !n }
END
	also='awk -f "$tmp/whole.awk" "$tmp/out"'	# a connection from its beginning to its end
	tool tcpstate "^ +[0-9a-f]+ +$talker python.* CLOSE +SYN_SENT +[0-9]+\$"
	tool udpio "^ +$talker python[^ ]* +send +127\.0\.0\.78 +[0-9]+ +100 +1\$"
	check "udpio: 100 bytes each" awk -v p="$talker" '$1 == p { if ($6 != 100 * $7) exit 1; n++ } END { exit !n }' \
		"$tmp/out"
else
	echo "no python3: the network tools are not run"
fi
exit $failed

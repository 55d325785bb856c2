#!/bin/sh
# Ordinary commands do under tracing what they do without: what they print, and their status.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
cold=$3
PATH=/usr/sbin:/usr/bin:/sbin:/bin # a wrapper of another place would be traced instead
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"

seq 1 1000 >"$tmp/numbers"
tar -C "$tmp" -cf "$tmp/numbers.tar" numbers
gzip -k "$tmp/numbers"
unharmed() {	# PROBES: the commands that are read, under these probes
	commands=0
	while read -r command; do
		command -v "${command%% *}" >/dev/null || continue
		commands=$((commands + 1))
		sh -c "exec $command" >"$tmp/plain" 2>"$tmp/plain.err"
		status=$?
		rm -f "$tmp/traced.d"
		timeout 60 "$dtrace" -x bufsize=16m -o "$tmp/traced.d" -c "$command" \
			-n "$1 { @[probefunc] = count(); }" >"$tmp/traced" 2>"$tmp/err"
		check "$command: dtrace ends well" test $? = 0
		same "$command: its output" "$tmp/plain" "$tmp/traced"
		grep -v '^dtrace: ' "$tmp/err" >"$tmp/traced.err"
		same "$command: its messages" "$tmp/plain.err" "$tmp/traced.err"
		grep -q "exited with status" "$tmp/err" || echo "exited with status 0" >>"$tmp/err"
		check "$command: its status" grep -q "exited with status $status\$" "$tmp/err"
		check "$command: its functions" grep -q ' [1-9][0-9]*$' "$tmp/traced.d"
	done
}
cat >"$tmp/commands" <<END
ls -l /usr
ls /nonexistent
sort -rn $tmp/numbers
grep -c 7 $tmp/numbers
sed -n s/9/nine/p $tmp/numbers
awk '{ s += \$1 } END { print s; exit 3 }' $tmp/numbers
tar -tvf $tmp/numbers.tar
gzip -dc $tmp/numbers.gz
find $tmp -name 'numbers*' -size +1k
python3 -c 'import json, sys; print(json.dumps([1, {"a": 2.5}])); sys.exit(4)'
perl -e '\$s += \$_ for 1 .. 1000; print \$s; exit 5'
bash -c 'for i in 1 2 3; do /bin/echo \$i; done | wc -l; exit 6'
cmp $tmp/numbers $tmp/numbers.gz
date -u -d @0 +%F
dd if=$tmp/numbers bs=7 count=9 status=none
cat $tmp/numbers /nonexistent
wc -lwc $tmp/numbers
od -c -N 99 $tmp/numbers.gz
id -u
seq 1 7 99
make -v
git --version
END
unharmed 'pid$target:libc*::entry, pid$target:libc*::return' <"$tmp/commands"
check "twenty commands" test $commands -ge 20
unharmed 'pid$target:::entry, pid$target:::return' <<END
$cold with arguments
awk '{ s += \$1 } END { print s; exit 3 }' $tmp/numbers
bash -c '(echo \$0); for i in 1 2 3; do echo \$i; done; exit 6'
END
unharmed 'pid$target:::entry' <<END
ls -l /usr/bin
python3 -c 'print("hello")'
END
exit $failed

#!/bin/sh
# Locks of a program that takes them a known number of times; the scripts that show waits for locks.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
locks=$3
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"

timeout 30 "$dtrace" -qn 'plockstat$target::: { @[usym(arg0), probename, arg1] = count(); }
	END { printa("%A %s %d %@d\n", @); }' -o "$tmp/d" -c "$locks" >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
grep '^pid-locks`' "$tmp/d" | sed 's/^pid-locks`//' | sort >"$tmp/have"
cat >"$tmp/want" <<END
adaptive mutex-acquire 0 2
adaptive mutex-release 0 2
adaptive mutex-spin 0 1
adaptive mutex-spun 1 1
again mutex-acquire 0 1
again mutex-acquire 1 2
again mutex-release 0 1
again mutex-release 1 2
checked mutex-acquire 0 1
checked mutex-error 35 1
checked mutex-release 0 1
held mutex-acquire 0 2
held mutex-block 0 1
held mutex-blocked 1 1
held mutex-release 0 2
plain mutex-acquire 0 10
plain mutex-release 0 10
rw rw-acquire 0 4
rw rw-acquire 1 1
rw rw-block 1 1
rw rw-blocked 1 1
rw rw-release 0 4
rw rw-release 1 1
waited mutex-acquire 0 3
waited mutex-release 0 3
END
same "locks" "$tmp/want" "$tmp/have"

timeout 30 "$dtrace" -s "$src/dscripts/bin/plockstat.d" -c "$locks" >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
check "plockstat.d: waits" test "$(grep -cE '^  pid-locks`(held|rw|adaptive) +1$' "$tmp/out")" = 3
check "plockstat.d: places" grep -q 'pid-locks`other+0x' "$tmp/out"
check "plockstat.d: holds" grep -qE '^  pid-locks`plain +10 +[0-9]+$' "$tmp/out"

# Two processes that rename files in one directory wait for its lock.
mkdir "$tmp/busy"
cat >"$tmp/busy.sh" <<END_SH
for i in 1 2; do
	(while :; do for f in a b c d; do : >"$tmp/busy/\$i\$f"; mv "$tmp/busy/\$i\$f" "$tmp/busy/\$i"; done; done) &
done
sleep 1.5
kill \$(jobs -p)
END_SH
timeout 30 "$dtrace" -s "$src/dscripts/bin/lockstat.d" -c "sh $tmp/busy.sh" >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
check "lockstat.d: waits" grep -qE '^  (adaptive-block|adaptive-spin|spin-spin|rw-block) +[0-9]+$' "$tmp/out"
check "lockstat.d: places" grep -q 'vmlinux`' "$tmp/out"
exit $failed

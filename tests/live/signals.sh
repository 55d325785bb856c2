#!/bin/sh
# raise() and stop() act at the probe: the program executes no further instruction of its own.
. "$(dirname "$0")/lib.sh"

i=0
while [ $i -lt 5 ]; do
	"$dtrace" -wqn 'syscall::openat:entry /pid == $target && copyinstr(arg1) == "/etc/passwd"/ { raise(9); }' \
		-c "cat /etc/passwd" >>"$tmp/raised" 2>&1
	i=$((i + 1))
done
check "a raised signal comes before what the call would give" test -z "$(tr -d '\n' <"$tmp/raised")"

# The program ends a moment later, but waits for what is done while it is stopped.
cp "$(command -v cat)" "$tmp/kitty"
"$dtrace" -x switchrate=10ms -wqn 'syscall::openat:entry /execname == "kitty"/ { stop(); printf("stopped\n");
	system("grep State: /proc/%d/status; kill -CONT %d", pid, pid); }' \
	-c "$tmp/kitty $src/README.md" >"$tmp/stopped" 2>&1
calls=$(grep -c '^stopped' "$tmp/stopped")
check "each stop is seen ($calls)" test "$(grep -c '^State:.*stopped' "$tmp/stopped")" = "$calls"
check "it stops, and goes on" test "$calls" -ge 2
check "to its end" grep -q "$(head -1 "$src/README.md")" "$tmp/stopped"

# A number that is no signal is a fault, as it is after the event.
"$dtrace" -wqn 'syscall::openat:entry /pid == $target/ { raise(1000); } ERROR { @[arg4] = count(); }' -c "cat /dev/null" \
	>"$tmp/wrong" 2>&1
check "a wrong number faults" grep -q "illegal operation" "$tmp/wrong"
exit $failed

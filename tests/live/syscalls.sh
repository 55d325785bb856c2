#!/bin/sh
# System calls of one process, against what strace counts; their strings; their errors.
. "$(dirname "$0")/lib.sh"

command -v strace >/dev/null || skip "needs strace"
load="ls -lR /usr/include/linux"

# strace does not count calls that never return; the exec itself is before the tracing of -c.
strace -f -c -U name,calls -o "$tmp/strace" $load >/dev/null 2>&1
awk 'NR > 2 && NF == 2 && $1 !~ /^(total|execve|exit_group|-)/ { print $1, $2 }' "$tmp/strace" | sort >"$tmp/want"
"$dtrace" -qn 'syscall:::entry /pid == $target/ { @[probefunc] = count(); } END { printa("%s %@d\n", @); }' \
	-o "$tmp/out" -c "$load" >/dev/null 2>"$tmp/err"
awk 'NF == 2 && $1 !~ /^(exit_group|execve)$/' "$tmp/out" | sort >"$tmp/got"
check "ls makes system calls" test -s "$tmp/want"
same "calls by name equal strace's" "$tmp/want" "$tmp/got"
check "no drops" sh -c "! grep -q drop $tmp/err"

"$dtrace" -qn 'syscall::openat:entry /pid == $target/ { printf("%s %s\n", execname, copyinstr(arg1)); }' \
	-c 'cat /etc/hostname' >"$tmp/out" 2>"$tmp/err"
check "openat's path" grep -qx 'cat /etc/hostname' "$tmp/out"
check "each line is a name and a path" sh -c "! grep -vE '^(cat /[[:print:]]+|$|$(hostname))' $tmp/out"
check "no errors" sh -c "! grep -q error $tmp/err"

"$dtrace" -qn 'syscall::openat:return /pid == $target && errno != 0/ { printf("%d %d %d\n", errno, arg0, arg1); }' \
	-c 'cat /nonexistent' >"$tmp/out" 2>/dev/null
check "errno, arg0 and arg1 of a failed call" grep -qx '2 -1 -1' "$tmp/out"

"$dtrace" -qn 'syscall::write:entry /pid == $target && arg0 == 1/ { printf("%d [%s]\n", arg2, stringof(copyin(arg1, arg2))); }' \
	-c 'echo hello' >"$tmp/out" 2>/dev/null
check "write's length and data" grep -q '^6 \[hello' "$tmp/out"

"$dtrace" -qn 'syscall::read:entry /pid == $target/ { self->t = timestamp; } syscall::read:return /self->t/ {
	@[execname] = max(timestamp - self->t > 0); self->t = 0; } END { printa("%s %@d\n", @); }' -c 'cat /etc/passwd' \
	-o "$tmp/out" >/dev/null 2>&1
check "self-> timing" grep -qx 'cat 1' "$tmp/out"

# self-> variables of threads that are gone make room for others
"$dtrace" -x dynvarsize=48k -qn 'syscall:::entry { self->x = timestamp; }' \
	-c "sh -c 'i=0; while [ \$i -lt 1500 ]; do /bin/true; i=\$((i + 1)); done'" >/dev/null 2>"$tmp/err"
check "self-> of threads that have exited is freed" sh -c "! grep -q drop $tmp/err"
exit $failed

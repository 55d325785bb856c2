# @feed: live
# @needs: root
dtrace -q -n 'syscall::write:entry /pid == $target/ { trace(stringof(arg1)); }' -c 'head -c 4 /etc/passwd' 2>&1 >/dev/null |
	grep -v '^root$\|exited' | sed 's/0x[0-9a-f]*/ADDR/; s/ID [0-9]*:/ID N:/'
for expr in 'strlen(stringof(arg1))' '*(int *)arg1' 'copyinstr(1234567)'; do
	dtrace -q -n "syscall::write:entry /pid == \$target/ { self->x = $expr; }" -c 'head -c 4 /etc/passwd' 2>&1 >/dev/null |
		grep -c "^hint" | cat
done

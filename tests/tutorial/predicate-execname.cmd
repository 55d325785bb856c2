# @feed: live
# @needs: root
dtrace -q -n 'syscall::write:entry /execname == "echo" && pid == $target/ { printf("|%d|%s|\n", arg0, stringof(copyin(arg1, 6))); }' -c '/bin/echo hello' 2>/dev/null | head -n 3

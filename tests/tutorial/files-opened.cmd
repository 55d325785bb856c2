# @feed: live
# @needs: root
dtrace -q -n 'syscall::openat:entry /pid == $target/ { printf("%s %s\n", execname, copyinstr(arg1)); }' -c 'cat /etc/passwd' 2>/dev/null | grep '^cat.*/etc/passwd'

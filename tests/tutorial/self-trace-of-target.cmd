# @feed: live
# @needs: root
dtrace -q -n 'syscall::exit_group:entry /pid == $target/ { printf("status %d\n", arg0); }' -c '/bin/sh -c "exit 3"' 2>/dev/null | grep status

# @needs: root
dtrace -qn 'syscall::exit_group:entry /pid == $target/ { printf("%s\n", execname); }' -c 'true'

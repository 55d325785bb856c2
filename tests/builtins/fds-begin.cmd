dtrace -q -n 'BEGIN { printf("%s %s %s", fds[9].fi_pathname, fds[9].fi_mount, fds[199].fi_name); exit(0); }' 9</dev/null

# @feed: live
# @needs: root
dtrace -q -n 'linux-raw_syscalls:::sys_enter /pid == $target/ { @a = count(); } syscall:::entry /pid == $target/ { @b = count(); } END { printa("%@d %@d\n", @a, @b); }' -c '/bin/ls /' | awk 'NF && $2 { print ($1 == $2), ($1 > 10) }'

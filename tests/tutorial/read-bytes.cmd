# @feed: live
# @needs: root
dtrace -q -n 'syscall::read:return /pid == $target && arg0 == 1000/ { @[execname] = sum(arg0); } END { printa("%s %@d\n", @); }' -c 'dd if=/dev/zero of=/dev/null bs=1000 count=20' 2>/dev/null | grep dd

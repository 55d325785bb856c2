# @feed: live
# @needs: root
want=$(sed -n 's/^0:://p' /proc/self/cgroup); dtrace -q -n 'syscall::kill:entry /pid == $target/ { printf("%d %d", cgroup == $$1, cgroupid != 0); exit(0); }' -c 'sh -c "kill -0 1"' "${want:-/}"

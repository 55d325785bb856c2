# @feed: live
# @needs: root
dtrace -q -n 'fbt::vfs_read:entry /pid == $target/ { n = 1; } END { printf("traced\n"); }' -c 'wc /etc/passwd' >/dev/null 2>/tmp/fbt.$$; s=$?; [ $s = 0 ] || grep -q 'CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS' /tmp/fbt.$$ && echo told; rm -f /tmp/fbt.$$

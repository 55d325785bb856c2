# @feed: live
# @needs: root
dtrace -q -n 'syscall:::return /pid == $target && errno == ENOENT && probefunc == "openat"/ { @[probefunc, errno] = count(); } END { printa("%s errno %d: %@d\n", @); }' -c 'cat /nonexistent-file' 2>/dev/null | grep openat

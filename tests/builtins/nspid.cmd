# @feed: live
# @needs: root cmd:unshare
dtrace -q -n 'syscall::kill:entry /progenyof($target)/ { printf("%d %d %d", nspid == pid, pid == $target, nspid); exit(0); }' -c 'unshare -p -f sh -c "kill -0 1"'

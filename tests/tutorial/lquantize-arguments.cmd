# The descriptors that the command closes.
# @feed: live
# @needs: root
dtrace -n 'syscall::close:entry /pid == $target/ { @[execname] = lquantize(arg0, 0, 10, 1); }' -c 'cat /etc/passwd' 2>/dev/null | awk '/^ *[3-9] \|/ && $NF > 0 { n++ } END { print (n > 0) }'

# @feed: live
# @needs: root
dtrace -q -n 'proc:::exec-success { printf("exec %s\n", execname); }' -c '/bin/sh -c "/bin/true one; /bin/true two"' 2>/dev/null | grep "^exec true"

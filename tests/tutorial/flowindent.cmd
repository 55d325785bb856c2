# @feed: live
# @needs: root
dtrace -F -n 'syscall::close:entry, syscall::close:return /pid == $target/ { }' -c 'cat /etc/passwd' 2>/dev/null | grep close | head -n 2 | awk '{ print $2, $3 }'

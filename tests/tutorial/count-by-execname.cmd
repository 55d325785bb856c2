# @feed: live
# @needs: root
dtrace -n 'syscall:::entry { @[execname] = count(); }' -c 'sleep 0.1' 2>/dev/null | grep -E '^  sleep +[0-9]+$' | awk '{ print $1, ($2 > 5) }'

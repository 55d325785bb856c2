# @feed: live
# @needs: root
dtrace -l -n 'syscall::[o]pena[s-u]:[!r]*' | awk 'NR > 1 { print $2, $(NF - 1), $NF }'

# @feed: live
# @needs: root
dtrace -l -f openat | awk 'NR > 1 { print $2, $(NF - 1), $NF }'

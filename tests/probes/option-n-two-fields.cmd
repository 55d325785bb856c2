# @feed: live
# @needs: root
dtrace -l -n openat:entry | awk '{ print $2, $(NF - 1), $NF }'

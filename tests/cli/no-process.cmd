# @status: 1
# @feed: live
# @needs: root
dtrace -p 2147483646 -s $script

# @status: 1
# @feed: live
# @needs: root
dtrace -c 'no-such-command -x' -s $script

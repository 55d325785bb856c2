# @status: 1
# @needs: root
dtrace -c 'no-such-command -x' -s $script

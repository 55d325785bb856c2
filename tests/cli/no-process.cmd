# @status: 1
# @needs: root
dtrace -p 2147483646 -s $script

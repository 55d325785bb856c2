# @needs: root
sleep 0.3 & dtrace -n 'END' -p $! >/dev/null

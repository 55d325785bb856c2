# @needs: root
dtrace -n 'END' -c 'sh -c "exit 3"' >/dev/null

# @needs: root
dtrace -n 'END' -c "sh -c 'kill -9 \$\$'" >/dev/null

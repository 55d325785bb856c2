/* @needs: root */
/* @cmd: dtrace -l -n 'syscall::open[a-b]t:[!r]*' | awk 'NR > 1 { print $2, $(NF - 1), $NF }' */

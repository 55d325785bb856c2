dtrace -E $trace -qZ -n nosuch:::probe -s $script

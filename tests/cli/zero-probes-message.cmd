dtrace -E $trace -Z -n 'nosuch:::probe { trace(1); }' -s $script

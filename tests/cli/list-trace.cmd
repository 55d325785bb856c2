# what the trace fires is listed, not what some trace might
dtrace -E $trace -l -P sched -P proc -n tick-1s | awk '{ print $2, $NF }' | sort -u | head -20

dtrace -E $trace -l -n 'io:::start' -n 'sched:::on-cpu' | awk '{ print $2, $NF }'

for u in '' ns nsec us usec ms msec s sec m min h hour d day hz; do dtrace -E $trace -x switchrate=10$u -e -s $script && echo 10$u; done

t=$(mktemp); for i in 1 2; do dtrace -E $trace -q -o $t -s $script; done; cat $t; rm $t

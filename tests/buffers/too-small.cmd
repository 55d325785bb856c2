# @feed: replay
# no buffer of fewer than 8 bytes
for o in bufsize=0 bufsize=7 specsize=7; do
	dtrace -E $trace -qs $script -x $o 2>&1
	echo $?
done

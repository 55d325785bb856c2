# @feed: replay
# bufresize=manual refuses what there is no memory for, auto lowers it
for o in aggsize specsize; do
	dtrace -E $trace -qs $script -x bufresize=manual -x $o=64t 2>&1
	echo $?
	dtrace -E $trace -qs $script -x $o=64t 2>&1 | sed 's/to [0-9]*[kmg].*/to .../'
done

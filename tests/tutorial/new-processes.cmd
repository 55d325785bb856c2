# @feed: live
# @needs: root
# with a name that nobody else runs
once=once$$
cp /bin/true "$work/$once"
dtrace -q -n 'proc:::exec-success { printf("exec %s\n", execname); }' -c "/bin/sh -c '$work/$once one; $work/$once two'" 2>/dev/null |
	sed -n "s/^exec $once\$/exec once/p"

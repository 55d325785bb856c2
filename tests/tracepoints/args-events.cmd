# @feed: live
# @needs: root
dtrace -lvn linux-sched:::sched_switch | grep 'args\[0\]'; dtrace -lvn linux-sched:::events | grep -c 'args\[0\]' | cat

# @feed: live
# @needs: root
dtrace -n 'syscall::opn:entry' 2>&1 | tail -n 1
dtrace -n 'openat' 2>&1 | tail -n 1
dtrace -n 'linux-sched:::sched_swich' 2>&1 | tail -n 1
dtrace -n 'plockstat1:::mutex-block' 2>&1 | tail -n 1

# @feed: live
# @needs: root
dtrace -ln 'linux-sched:::sched_switch' | awk 'NR > 1 { print $2, $3, $4, $5 }'; dtrace -lP 'linux-s*' | grep -c 'linux-signal.*signal_generate'; dtrace -l | grep -c 'linux-sched.*sched_switch'

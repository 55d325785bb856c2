# @feed: live
# @needs: root
dtrace -q -x bufpolicy=fill -n 'BEGIN { printf("begin\n"); } END { printf("end\n"); }' -c 'sh -c "kill -TERM $PPID; sleep 1"'

# @needs: root
dtrace -qn 'BEGIN { @["x"] = count(); printf("begin\n"); } END { printf("end\n"); }' -c 'sh -c "kill -INT $PPID; sleep 1"'

# @status: 5
# @feed: live
# @needs: root
signalled TERM env --default-signal=INT "$DTRACE" -x switchrate=20ms -qn 'BEGIN { @ = count(); printf("begin\n"); } END { exit(5); }'

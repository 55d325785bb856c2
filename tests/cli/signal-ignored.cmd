# @status: 4
# @feed: live
# @needs: root
signalled INT env --ignore-signal=INT "$DTRACE" -x switchrate=20ms -qn 'BEGIN { printf("begin\n"); } tick-500ms { printf("went on\n"); exit(4); }'

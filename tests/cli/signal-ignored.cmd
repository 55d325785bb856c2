# @status: 4
# @needs: root
timeout --preserve-status -s INT 1 env --ignore-signal=INT "$DTRACE" -qn 'tick-1500ms { printf("went on\n"); exit(4); }'

# @needs: root
timeout --preserve-status -s INT 1 env --default-signal=INT "$DTRACE" -qn 'BEGIN { @ = count(); printf("begin\n"); } END { printf("end\n"); }'

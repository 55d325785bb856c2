# @status: 5
# @needs: root
timeout --preserve-status -s TERM 1 env --default-signal=INT "$DTRACE" -qn 'BEGIN { @ = count(); printf("begin\n"); } END { exit(5); }'

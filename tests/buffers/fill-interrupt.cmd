# @needs: root
timeout --preserve-status -s TERM 1 "$DTRACE" -q -x bufpolicy=fill -n 'BEGIN { printf("begin\n"); } END { printf("end\n"); }'

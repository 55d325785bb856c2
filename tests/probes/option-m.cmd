# @feed: live
# @needs: root
dtrace -q -Z -m 'nosuchmodule { trace(1); }' -n 'BEGIN { printf("ok\n"); exit(0); }'

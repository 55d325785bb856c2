/* @needs: root */
/* @cmd: dtrace -q -Z -m 'nosuchmodule { trace(1); }' -n 'BEGIN { printf("ok\n"); exit(0); }' */

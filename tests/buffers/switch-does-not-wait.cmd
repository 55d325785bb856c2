# @needs: root
timeout -s KILL 1 "$DTRACE" -q -x switchrate=10ms -n 'tick-50ms { printf("x\n"); }' | head -n 2

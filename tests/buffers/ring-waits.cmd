# @feed: live
# @needs: root
{ timeout -s KILL 0.4 "$DTRACE" -q -x bufpolicy=ring -x switchrate=10ms -n 'tick-50ms { printf("x\n"); }'; } 2>/dev/null | cat

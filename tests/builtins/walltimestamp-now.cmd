# The time that the shell knows, before and after.
before=$(date +%s)
now=$(dtrace -qn 'BEGIN { printf("%d", walltimestamp / 1000000000); exit(0); }')
test "$before" -le "$now" -a "$now" -le "$(date +%s)" && echo between

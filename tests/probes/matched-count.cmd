dtrace -n 'BEGIN { exit(0); }' -n END -n 'dtrace:::' >/dev/null

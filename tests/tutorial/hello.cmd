dtrace -n 'BEGIN { trace("hello, world"); exit(0); }' 2>&1 | sed 's/^ *[0-9]* /CPU /; s/ *$//'

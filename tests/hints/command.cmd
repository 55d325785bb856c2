# a command line without -n, -s or -w
# @status: 1
dtrace 'BEGIN { exit(0); }' 2>&1
dtrace -q $script 2>&1
dtrace -q 2>&1
dtrace -s 'BEGIN { exit(0); }' 2>&1
dtrace -n $script 2>&1 | tail -n 1
dtrace -E "$trace" -n 'BEGIN { system("true"); }' 2>&1

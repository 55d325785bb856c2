# @status: 1
# An older version hides the functions and actions that came later.
dtrace -x errtags -x version=1.4 -e -n 'BEGIN { trace(inet_ntoa(0)); }' 2>&1 | grep -o '\[D_[A-Z_]*\].*name: .*'
dtrace -x errtags -x version=1.8 -e -n 'BEGIN { print(1); }' 2>&1 | grep -o '\[D_[A-Z_]*\].*name: .*'
dtrace -x version=1.8 -e -n 'int print; BEGIN { print = 1; trace(print); }' && echo free
dtrace -x version=1.9 -e -n 'BEGIN { print(1); }' && echo there
dtrace -x version=1.10 -e -n 'BEGIN { trace(strtoll("1")); }' 2>/dev/null

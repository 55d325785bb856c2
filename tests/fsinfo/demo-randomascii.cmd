# The lesson randomascii.d, where the files are.
trace_get "demo --scene file"
dtrace -s ../dscripts/demo/randomascii.d -E "$trace" explorer.exe

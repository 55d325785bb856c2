# The lesson randomascii.d, where the waits are.
trace_get "demo --seconds 1"
dtrace -s ../dscripts/demo/randomascii.d -E "$trace" notepad.exe 20

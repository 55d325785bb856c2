# @status: 1
dtrace -E $trace -x quiet=perhaps -s $script

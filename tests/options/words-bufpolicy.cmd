# @status: 1
dtrace -x bufpolicy=heap -s $script

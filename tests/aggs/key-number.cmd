# @status: 1
# The message names the key that differs.
dtrace -E $trace -n 'BEGIN { @a[1, 2, 3] = count(); @a[1, "x", 3] = count(); }'

# @status: 1
dtrace -E no-such-file.etl -s $script

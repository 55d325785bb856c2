# @status: 1
dtrace -lE no-such-file.etl -s $script

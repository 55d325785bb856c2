# @status: 1
dtrace -s no-such-file.d

# The limit on the size of files ends with a message, not by the signal.
# @status: 1
cd "$work"
gzip -c "$trace" >t.gz; ulimit -f 100; dtrace -E t.gz -n BEGIN

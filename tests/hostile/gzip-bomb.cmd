# Compressed or by a pipe: what is no event trace is refused before any of it is copied; by the limit a copy would fail.
cd "$work"
head -c 100000000 /dev/zero | gzip -1 >zeros.gz; ulimit -f 100; dtrace -E zeros.gz -n BEGIN; echo $?; dtrace -E - -n BEGIN <zeros.gz; echo $?; head -c 100000000 /dev/zero | dtrace -E - -n BEGIN; echo $?

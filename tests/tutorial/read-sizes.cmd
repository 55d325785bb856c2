# Twenty reads of 1000 bytes fall into the bucket of 512.
# @feed: live
# @needs: root
dtrace -n 'syscall::read:return /pid == $target && arg0 > 0/ { @[execname] = quantize(arg0); }' -c 'dd if=/dev/zero of=/dev/null bs=1000 count=20' 2>/dev/null | grep -E '^ *(512|1024) \|' | awk '{ print $1, ($NF >= 20), ($2 ~ /@/) }'

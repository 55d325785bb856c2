# @feed: live
# @needs: root
# An idle CPU is not sampled: something runs, in the kernel.
dtrace -n 'profile-997 /arg0/ { @[stack(3)] = count(); }' -c 'dd if=/dev/zero of=/dev/null bs=64k count=100000' 2>/dev/null |
	grep -Ec '^ {14}[^ ]' | awk '{ print ($1 > 0) }'

# @feed: live
# @needs: root
# An idle CPU is not sampled: something runs.
dtrace -q -n 'profile-997 { @[arg0 ? "kernel" : "user"] = count(); } END { printa("%s %@d\n", @); }' \
	-c 'dd if=/dev/zero of=/dev/null bs=64k count=100000' 2>/dev/null | awk '/^(kernel|user) [1-9]/ { n++ } END { print (n > 0) }'

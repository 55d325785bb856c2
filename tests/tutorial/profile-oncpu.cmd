# @feed: live
# @needs: root
dtrace -q -n 'profile-997 { @[arg0 ? "kernel" : "user"] = count(); } tick-300ms { exit(0); } END { printa("%s %@d\n", @); }' | awk '/^(kernel|user) [1-9]/ { n++ } END { print (n > 0) }'

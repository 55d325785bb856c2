# @feed: live
# @needs: root
dtrace -n 'profile-997 /arg0/ { @[stack(3)] = count(); } tick-300ms { exit(0); }' 2>/dev/null | grep -Ec '^ {14}[^ ]' | awk '{ print ($1 > 0) }'

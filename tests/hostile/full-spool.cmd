# A temporary copy leaves the file system room.
# @E: demo --events 200000
# @needs: root
# @status: 1
unshare -m sh -c 'mkdir "$2/small" && mount -t tmpfs -o size=4m none "$2/small" && cd "$2" && gzip -1 -c "$3" >t.gz && TMPDIR=$2/small "$1" -E t.gz -n BEGIN' sh "$DTRACE" "$work" "$trace"

# @feed: live
# @needs: root
dtrace -lvn fbt:vmlinux:vfs_read: | awk '/args\[/ { print $1, $2, $3, $4 }'; dtrace -ln 'fbt::vfs_*:entry' | grep -c 'fbt *vmlinux *vfs_open entry'

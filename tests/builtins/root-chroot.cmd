# @feed: live
# @needs: root cmd:python3
d=$(mktemp -d) && mkdir "$d/inner" && dtrace -q -n 'syscall::chdir:entry /progenyof($target) && root != "/"/ { printf("%s\n", basename(root)); }' -c "python3 -c \"import os; os.chroot('$d/inner'); os.chdir('/')\""; rmdir "$d/inner" "$d"

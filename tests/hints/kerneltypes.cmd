# a misspelt tag of the kernel's
# @feed: live
# @needs: root
dtrace -e -n 'BEGIN { trace(((struct tsak_struct *)curthread)->pid); }' 2>&1 | tail -n 1
dtrace -e -n 'BEGIN { trace(sizeof (enum pid_tpye)); }' 2>&1 | tail -n 1

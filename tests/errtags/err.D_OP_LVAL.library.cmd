mkdir -p $work/lib; echo "inline int bad = 1 = 2;" >$work/lib/bad.d; dtrace -x errtags -L $work/lib -n BEGIN

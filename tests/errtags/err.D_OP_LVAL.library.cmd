mkdir -p $work/bad/lib; echo "inline int bad = 1 = 2;" >$work/bad/lib/bad.d; dtrace -x errtags -L $work/bad/lib -n BEGIN

# @status: 1
printf 'BEGIN { trace("abc' >$work/open.d; dtrace -x errtags -s $work/open.d

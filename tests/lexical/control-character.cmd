# @status: 1
printf 'BEGIN { x = 1 \001; }' >$work/ctl.d; dtrace -x errtags -s $work/ctl.d

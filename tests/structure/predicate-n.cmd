# @status: 1
dtrace -x errtags -n 'BEGIN/1/'

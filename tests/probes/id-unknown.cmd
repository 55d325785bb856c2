# @status: 1
dtrace -q -x errtags -i 999999999

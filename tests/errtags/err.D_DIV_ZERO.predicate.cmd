dtrace -x errtags -n "BEGIN /1 / 0 == 1/ { }"

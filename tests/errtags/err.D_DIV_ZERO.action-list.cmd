dtrace -x errtags -n "BEGIN { trace(1 / 0); }"

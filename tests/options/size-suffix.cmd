for v in 1k 1K 1m 1M 1g 1G 1t 1T; do dtrace -E $trace -e -x aggsize=$v -s $script && echo $v; done

for v in 1q k 1kb 1.5k ''; do dtrace -x strsize=$v -e -s $script; echo $?; done

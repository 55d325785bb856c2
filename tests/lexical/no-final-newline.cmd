printf '#pragma D option quiet\nBEGIN { exit(0); }' >$work/nonl.d; dtrace -s $work/nonl.d

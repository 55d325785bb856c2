/* More than the principal buffer holds at once. */
/* @opts: -q -x bufsize=4k -x specsize=64k */
/* @filter: tr ' ' '\n' | awk '$1 >= last { n++ } { last = $1 } END { print n }' */
int n;

BEGIN { s = speculation(); }
tick-1ms /n < 500/ { speculate(s); printf("%d ", n++); }
tick-1ms /n == 500/ { commit(s); }
tick-1ms /n++ > 500/ { exit(0); }

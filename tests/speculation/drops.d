/* A record counts for 12 bytes and its string: two of them fit. */
/* @opts: -q -x specsize=80 -x strsize=16 -x droptags */
BEGIN { s = speculation(); }
BEGIN { speculate(s); printf("%s\n", "one"); }
BEGIN { speculate(s); printf("%s\n", "two"); }
BEGIN { speculate(s); printf("%s\n", "three"); }
BEGIN { commit(s); }
BEGIN { exit(0); }

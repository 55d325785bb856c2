/* @opts: -q -x specsize=12 */
/* 12 bytes are rounded down to 8, which hold no record: speculate() ends each clause. */
BEGIN { s = speculation(); }
BEGIN { speculate(s); went = 1; printf("never"); }
BEGIN { commit(s); }
BEGIN { printf("went on: %d\n", went); exit(0); }

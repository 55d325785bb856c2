/* A trace file has no processes to act on. */
/* @opts: -wq */
/* @feed: replay */
BEGIN { stop(); printf("never\n"); }
BEGIN { raise(9); printf("never\n"); }
BEGIN { exit(0); }
ERROR { printf("%d %d\n", arg2, arg4 == DTRACEFLT_UPRIV); }

/* At most half a second within one. */
/* @opts: -wq */
BEGIN { chill(1000); printf("short\n"); }
BEGIN { chill(500000001); printf("never\n"); }
BEGIN { chill(-1); printf("never\n"); }
BEGIN { chill(499999001); printf("never\n"); }
BEGIN { chill(0); printf("none\n"); exit(0); }
ERROR { printf("%d %d\n", arg4 == DTRACEFLT_ILLOP, arg5); }

/* @opts: -wq */
BEGIN { raise(-1); printf("never\n"); }
BEGIN { raise(1000); printf("never\n"); }
BEGIN { exit(0); }
ERROR { printf("%d %d\n", arg4 == DTRACEFLT_ILLOP, arg5); }

/* Nobody is there to be written to. */
/* @opts: -wq */
/* @feed: replay */
BEGIN { copyout(alloca(8), 4096, 1); printf("never\n"); }
BEGIN { copyoutstr("x", 8192, 0); printf("nothing to write\n"); exit(0); }
ERROR { printf("%d %d\n", arg4 == DTRACEFLT_BADADDR, arg5); }

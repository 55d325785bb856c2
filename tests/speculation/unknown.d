/* Ids beyond nspec have no effect. */
/* @opts: -q -x nspec=3 */
BEGIN { speculate(4); printf("never\n"); }
BEGIN { commit(5); }
BEGIN { discard(1000); }
BEGIN { speculate(3); printf("never\n"); }
BEGIN { printf("done\n"); exit(0); }
ERROR { printf("%d %d %d\n", arg2, arg4 == DTRACEFLT_ILLOP, arg5); }

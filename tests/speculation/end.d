/* What nobody committed is gone; END may still commit. */
/* @opts: -q -x nspec=2 */
BEGIN { a = speculation(); b = speculation(); }
BEGIN { speculate(a); printf("never\n"); }
BEGIN { speculate(b); printf("late\n"); }
BEGIN { exit(0); }
END { printf("end\n"); }
END { commit(b); }

/*
 * speculate() of an id that is 0, negative, too large or not in use, or without room for the record, ends the clause
 * there, silently: nothing after it runs.
 */
/* @opts: -q -x specsize=16 */
BEGIN { n = 0; }
BEGIN { speculate(0); n++; printf("no\n"); }
BEGIN { speculate(-1); n++; }
BEGIN { speculate(7); n++; }
BEGIN { s = speculation(); }
BEGIN { commit(s); }
BEGIN { speculate(s); n++; }
BEGIN { if (n == 0) { printf("in if\n"); } }
BEGIN { s = speculation(); speculate(s); printf("%s", probename); n++; }
BEGIN { commit(7); discard(-3); }
BEGIN { printf("%d\n", n); exit(0); }
ERROR { printf("fault\n"); }

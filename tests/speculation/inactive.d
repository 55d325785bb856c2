/* Id 0, ids below it and ids that are free: the clause ends there, nothing else happens. */
/* @opts: -q */
BEGIN { speculate(0); printf("never\n"); n++; }
BEGIN { speculate(-1); printf("never\n"); n++; }
BEGIN { speculate(1); printf("never\n"); n++; }
BEGIN { commit(0); }
BEGIN { commit(-3); }
BEGIN { commit(1); }
BEGIN { discard(0); discard(-1); discard(1); }
BEGIN { s = speculation(); }
BEGIN { speculate(s); printf("kept\n"); }
BEGIN { commit(s); }
BEGIN { commit(s); }
BEGIN { speculate(s); printf("never\n"); n++; }
BEGIN { printf("%d\n", n); exit(0); }

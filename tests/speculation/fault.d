/* A clause that faults leaves nothing in its speculation either. */
/* @opts: -q */
BEGIN { s = speculation(); }
BEGIN { speculate(s); printf("never\n"); trace(*(int *)NULL); }
BEGIN { speculate(s); printf("kept\n"); }
BEGIN { commit(s); }
BEGIN { exit(0); }

/* @opts: -q */
BEGIN { s = speculation(); }
BEGIN { speculate(s); printf("never\n"); }
BEGIN { discard(s); }
BEGIN { commit(s); }
BEGIN { s = speculation(); printf("%d\n", s); }
BEGIN { speculate(s); printf("kept\n"); }
BEGIN { commit(s); }
BEGIN { exit(0); }

/* commit() after speculate() in one clause: what was there is kept, this clause's own record is not. */
/* @opts: -q */
BEGIN { s = speculation(); }
BEGIN { speculate(s); printf("kept\n"); }
BEGIN { speculate(s); commit(s); }
BEGIN { exit(0); }

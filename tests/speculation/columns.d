/* A clause with speculate() alone records its firing; one that only commits or discards prints nothing. */
BEGIN { s = speculation(); }
BEGIN { speculate(s); }
BEGIN { speculate(s); trace(5); }
BEGIN { commit(s); }
BEGIN { discard(s); }
BEGIN { exit(0); }

/* @opts: -q -x specsize=35 */
/* A clause of five actions without data counts for 12 + 5 * 4: 32 bytes hold one, and no sixth. */
BEGIN { s = speculation(); }
BEGIN { speculate(s); printf("a"); printf("b"); printf("c"); printf("d"); printf("e"); }
BEGIN { commit(s); s = speculation(); }
BEGIN { speculate(s); printf("1"); printf("2"); printf("3"); printf("4"); printf("5"); printf("6"); }
BEGIN { commit(s); }
BEGIN { printf("\n"); exit(0); }

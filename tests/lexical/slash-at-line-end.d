/* @opts: -q */
/* A slash followed by an opening brace ends the predicate, over lines and comments too. */
BEGIN
/1
/
/* between */
{
	printf("%d\n", 8
	    /
	    2);
	exit(0);
}

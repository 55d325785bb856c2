/* @opts: -q */
/* one line */
/*
 * several lines // and this
 */
BEGIN /* between */
/1 /* in a predicate */ == 1/
{
	x = 6 /* in / an expression */ / 2; /**/
	printf("%d /* not here */\n", x /***/);
	exit(0);
}

/* @opts: -q -x bufpolicy=ring -x bufsize=512 */
/* @feed: replay */
/* @filter: tail -n 5 */
BEGIN
{
	printf("begin\n");
}

tick-10ms
{
	printf("%d\n", i++);
}

tick-10ms
/i == 50/
{
	exit(0);
}

END
{
	printf("end %d\n", i);
}

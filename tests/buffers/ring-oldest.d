/* @opts: -q -x bufpolicy=ring -x bufsize=512 */
/* @feed: replay */
/* @filter: grep -c -e begin -e "^0$" || true */
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

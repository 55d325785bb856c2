/* @opts: -q -x bufpolicy=fill -x bufsize=512 */
/* @feed: replay */
/* @filter: sed '5,/^stopped/{/^[0-9]/d}' */
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
	exit(3);
}

END
{
	printf("%s\n", i < 50 ? "stopped early" : "went on");
}

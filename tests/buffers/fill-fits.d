/* @opts: -q -x bufpolicy=fill */
/* @feed: replay */
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

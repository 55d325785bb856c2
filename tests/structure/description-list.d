/* @opts: -q */
BEGIN, END
{
	printf("%s\n", probename);
}

BEGIN
,
dtrace:::BEGIN
{
	n++;
}

BEGIN
{
	exit(0);
}

END
{
	printf("%d\n", n);
}

/* @opts: -q -x droptags */
BEGIN
{
	trace(*(int *)0);
}

ERROR
{
	printf("lost\n");
	trace(*(int *)4);
}

ERROR
{
	printf("kept\n");
	exit(0);
}

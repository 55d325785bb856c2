/* @opts: -q */
tick-1ms
{
	printf("tick\n");
	exit(0);
}

END
{
	printf("end\n");
}

BEGIN
{
	printf("begin\n");
}

/* @opts: -q */
dtrace:::B*
{
	printf("1 ");
}

dtrace:::*GIN
{
	printf("2 ");
}

dtrace:::?E?IN
{
	printf("3 ");
}

d?????:::BE[A-G]IN
{
	printf("4 ");
}

dtrace:::[BX]EGIN
{
	printf("5 ");
}

dtrace:::[!XYZ]EGIN
{
	printf("6 ");
}

*trace:*:*:BEGI\N
{
	printf("7 ");
}

*:::*BEGIN*
{
	printf("8\n");
	exit(0);
}

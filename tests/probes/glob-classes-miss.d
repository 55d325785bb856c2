/* @opts: -q -Z */
dtrace:::[!B]EGIN, dtrace:::[a-z]EGIN, dtrace:::BEGIN?, dtrace:::B?GIN?
{
	printf("never\n");
}

BEGIN
{
	exit(0);
}

/* @cmd: dtrace -q -s $case 2>&1 >/dev/null | sed 's|offset [0-9][0-9]*|offset N|' */
int zero;

ERROR
{
	n++;
}

BEGIN
{
	trace(1 / zero);
	exit(0);
}

END
{
	exit(0);
}

tick-1ms
{
	exit(0);
}

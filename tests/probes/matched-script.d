/* @cmd: dtrace -s $case >/dev/null */
dtrace:::BEGIN
{
	exit(0);
}

dtrace:::
{
	x = 1;
}

tick-$1
{
	exit(0);
}

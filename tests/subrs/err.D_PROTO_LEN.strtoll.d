BEGIN
{
	trace(strtoll("1", 2, 3));
	exit(0);
}

BEGIN
{
	trace(alloca());
	exit(0);
}

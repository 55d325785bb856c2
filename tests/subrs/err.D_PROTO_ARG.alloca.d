BEGIN
{
	trace(alloca("x"));
	exit(0);
}

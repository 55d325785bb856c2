:::
{
	trace(args[0]);
}

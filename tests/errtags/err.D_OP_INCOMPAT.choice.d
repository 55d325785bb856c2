BEGIN
{
	x = 0;
	trace(x ? 1 : "a");
}

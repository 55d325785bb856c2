BEGIN
{
	x = 5;
	trace(x % 0);
}

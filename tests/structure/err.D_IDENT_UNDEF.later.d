BEGIN
{
	trace(x);
}

BEGIN
{
	x = 3;
}

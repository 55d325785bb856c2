BEGIN
{
	x = 1;
	x ? trace(1) : 1;
}

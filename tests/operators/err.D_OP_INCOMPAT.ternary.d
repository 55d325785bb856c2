BEGIN
{
	x = 1;
	y = x ? "str" : 5;
}

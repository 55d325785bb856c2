BEGIN
{
	x = 1;
	trunc(x);
}

BEGIN
{
	x = 1;
	x ? count() : 1;
}

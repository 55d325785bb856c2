BEGIN
{
	x = 3;
	@ = llquantize(1, 10, 0, x, 10);
}

BEGIN
{
	@ = llquantize(1, 10, 65536, 2, 10);
}

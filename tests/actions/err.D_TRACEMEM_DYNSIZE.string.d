BEGIN
{
	tracemem(curthread, 8, "x");
}

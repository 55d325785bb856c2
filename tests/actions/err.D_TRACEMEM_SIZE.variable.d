BEGIN
{
	n = 5; tracemem(curthread, n);
}

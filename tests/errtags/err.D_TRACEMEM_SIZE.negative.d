BEGIN
{
	tracemem(1, -4);
}

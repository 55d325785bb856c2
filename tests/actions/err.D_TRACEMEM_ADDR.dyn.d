BEGIN
{
	tracemem(curpsinfo, 10);
}

BEGIN
{
	@ = stddev();
}

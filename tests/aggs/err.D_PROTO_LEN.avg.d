BEGIN
{
	@ = avg(1, 2);
}

BEGIN
{
	@ = count(1);
}

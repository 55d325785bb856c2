BEGIN
{
	@ = 5;
}

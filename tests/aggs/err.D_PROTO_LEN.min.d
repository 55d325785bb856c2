BEGIN
{
	@ = min();
}

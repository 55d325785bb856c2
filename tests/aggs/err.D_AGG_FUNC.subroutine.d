BEGIN
{
	@ = strlen("x");
}

BEGIN
{
	chill(1, 2);
}

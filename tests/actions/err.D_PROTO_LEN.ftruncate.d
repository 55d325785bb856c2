BEGIN
{
	ftruncate(1);
}

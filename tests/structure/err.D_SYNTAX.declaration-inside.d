BEGIN
{
	int x;
}

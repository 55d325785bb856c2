BEGIN
{
	5++;
}

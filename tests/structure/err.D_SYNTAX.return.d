BEGIN
{
	return (1);
}

BEGIN
{
	stack(-1);
}

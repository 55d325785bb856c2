BEGIN
{
	9a = 1;
}

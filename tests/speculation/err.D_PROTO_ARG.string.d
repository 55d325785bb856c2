BEGIN
{
	speculate("1");
}

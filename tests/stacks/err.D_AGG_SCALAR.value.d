BEGIN
{
	@ = sum(stack());
}

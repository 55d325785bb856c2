BEGIN
{
	print(stack());
}

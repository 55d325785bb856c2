BEGIN
{
	print(trace(1));
}

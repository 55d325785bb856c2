BEGIN
{
	print();
}

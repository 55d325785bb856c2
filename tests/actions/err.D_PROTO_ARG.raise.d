BEGIN
{
	raise("x");
}

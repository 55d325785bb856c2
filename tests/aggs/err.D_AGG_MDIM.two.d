BEGIN
{
	@["a"]["b"] = count();
}

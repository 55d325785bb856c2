BEGIN
{
	raise();
}

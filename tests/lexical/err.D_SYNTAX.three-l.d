BEGIN
{
	trace(1lll);
}

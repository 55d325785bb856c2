BEGIN
{
	trace(.5f);
}

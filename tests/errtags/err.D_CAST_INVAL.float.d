BEGIN
{
	trace((float)1);
}

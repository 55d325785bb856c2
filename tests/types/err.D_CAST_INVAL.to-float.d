BEGIN
{
	trace((double)1);
}

BEGIN
{
	trace(1); // no comment
}

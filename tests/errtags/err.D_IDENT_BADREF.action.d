BEGIN
{
	trace(printf);
}

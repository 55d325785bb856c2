BEGIN
{
	trace(`);
}

BEGIN
{
	trace('a
');
}

/* @at: 4 '' */
BEGIN
{
	trace('');
}

/* @at: 4 'abcdefghi' */
BEGIN
{
	trace('abcdefghi');
}

/* @at: 4 clear() */
BEGIN
{
	clear();
}

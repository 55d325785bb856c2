/* @at: 4 trunc() */
BEGIN
{
	trunc();
}

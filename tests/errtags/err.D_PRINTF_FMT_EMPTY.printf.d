/* @at: 4 "" */
BEGIN
{
	printf("");
}

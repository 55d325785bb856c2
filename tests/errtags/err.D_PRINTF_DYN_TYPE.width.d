/* @at: 4 "a" */
BEGIN
{
	printf("%*d", "a", 1);
}

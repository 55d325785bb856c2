/* @at: 4 "%q" */
BEGIN
{
	printf("%q", 1);
}

/* @at: 4 printf("%d") */
BEGIN
{
	printf("%d");
}

/* @opts: -q -x nspec=2 */
BEGIN
{
	printf("%d %d %d %d\n", speculation(), speculation(), speculation(), speculation());
	exit(0);
}

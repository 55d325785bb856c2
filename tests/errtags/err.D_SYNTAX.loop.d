/* @at: 4 1 */
BEGIN
{
	while (1)
		;
}

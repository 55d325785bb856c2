/* @at: 4 x */
BEGIN
{
	x = x + 1;
}

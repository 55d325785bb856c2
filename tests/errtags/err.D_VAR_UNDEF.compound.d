/* @at: 4 x */
BEGIN
{
	x += 1;
}

/* @at: 5 x[1] */
BEGIN
{
	x = 1;
	trace(x[1]);
}

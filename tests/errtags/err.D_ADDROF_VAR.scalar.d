/* @at: 5 &x */
BEGIN
{
	x = 1;
	trace(&x);
}

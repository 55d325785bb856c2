/* @at: 4 trace(1) */
BEGIN
{
	x = trace(1);
}

/* @at: 4 trace(1) */
BEGIN
{
	print(trace(1));
}

/* @at: 4 trace(1) */
BEGIN
{
	trace(trace(1));
}

/* @at: 5 trace(1) */
BEGIN
{
	commit(1);
	trace(1);
}

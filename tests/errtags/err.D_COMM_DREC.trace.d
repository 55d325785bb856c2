/* @at: 5 commit(1) */
BEGIN
{
	trace(1);
	commit(1);
}

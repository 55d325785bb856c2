/* @at: 5 commit(1) */
BEGIN
{
	commit(1);
	commit(1);
}

/* @at: 4 execname */
BEGIN
{
	@a = sum(execname);
}

/* @at: 4 !execname */
BEGIN
{
	trace(!execname);
}

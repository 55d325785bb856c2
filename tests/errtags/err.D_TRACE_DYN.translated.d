/* @at: 4 curpsinfo */
BEGIN
{
	trace(curpsinfo);
}

/* @at: 4 curpsinfo */
BEGIN
{
	x = curpsinfo;
}

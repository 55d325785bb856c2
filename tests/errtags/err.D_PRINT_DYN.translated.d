/* @at: 4 curpsinfo */
BEGIN
{
	print(curpsinfo);
}

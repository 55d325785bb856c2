/* @at: 4 "." */
BEGIN
{
	freopen(".");
}

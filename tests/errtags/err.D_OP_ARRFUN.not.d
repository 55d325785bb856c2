/* @at: 5 !a */
int a[3];
BEGIN
{
	trace(!a);
}

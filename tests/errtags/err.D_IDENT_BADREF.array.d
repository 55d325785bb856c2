/* @at: 5 a */
int a[int];
BEGIN
{
	trace(a);
}

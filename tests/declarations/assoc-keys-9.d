/* @cmd: dtrace -q -s $case */
/* @status: 1 */
BEGIN
{
	a[1, 2, 3, 4, 5, 6, 7, 8, 9] = 1;
}

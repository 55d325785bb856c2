/* @args: 1 2 */
/* @at: 5 $3 */
BEGIN
{
	trace($3);
}

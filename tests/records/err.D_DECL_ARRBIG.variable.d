/* @at: 7 x[3] = 2 */
/* Also one that 32 bits would count as small. */
char x[4294967295];

BEGIN
{
	x[3] = 2;
	exit(0);
}

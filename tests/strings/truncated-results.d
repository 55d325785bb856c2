/* Results of subroutines are cut at strsize without a word. */
/* @opts: -q -x strsize=6 */
char c[16];

BEGIN
{
	c[0] = c[1] = c[2] = c[3] = c[4] = c[5] = c[6] = 'x';
	printf("[%s] %d\n", stringof(c), strlen(stringof(c)));
	exit(0);
}

/* @opts: -q -x cpu=1 */
/* @E: demo --cpus 2 */
BEGIN
{
	printf("%d\n", cpu);
}

tick-10ms
{
	printf("%d\n", cpu);
	exit(0);
}

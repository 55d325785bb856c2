/* @opts: -q -x bufpolicy=ring */
/* @status: 3 */
BEGIN
{
	printf("one\n");
	exit(3);
}

/* @opts: -q -x bufpolicy=fill */
/* @status: 3 */
BEGIN
{
	printf("one\n");
	exit(3);
}

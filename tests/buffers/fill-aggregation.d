/* @opts: -q -x bufpolicy=fill -x bufsize=512 */
/* @feed: replay */
/* @filter: grep -v '^[0-9]' */
/* what was aggregated before the buffer was full is printed */
tick-10ms
{
	@ = max(1);
	printf("%d\n", i++);
}

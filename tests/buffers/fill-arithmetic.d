/* @opts: -q -x bufpolicy=fill -x bufsize=263 */
/* @feed: replay */
/* A record of one int counts for 16 bytes: 256 bytes, the size rounded down, hold 16 of them. */
int i;

tick-10ms
{
	trace(i++);
}

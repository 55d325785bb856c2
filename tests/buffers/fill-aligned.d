/* @opts: -q -x bufpolicy=fill -x bufsize=72 */
/* @feed: replay */
/* @filter: tr -s ' ' */
/* A record with 8 bytes counts for 24 and starts at a multiple of 8; one with an int for 16. */
long i;

tick-10ms
/i != 1/
{
	trace(i++);
}

tick-10ms
/i == 1/
{
	trace((int)i++);
}

/* @feed: live */
/* @status: 1 */
/* The running kernel has no such events. */
dnet:::gc-start
{
	exit(0);
}

/* @opts: -x bufpolicy=ring -x bufsize=400 */
/* @status: 1 */
/* @feed: replay */
END
{
	trace(probename);
}

END
{
	trace(probename);
}

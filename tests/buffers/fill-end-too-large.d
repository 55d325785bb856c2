/* @opts: -x bufpolicy=fill -x bufsize=400 */
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

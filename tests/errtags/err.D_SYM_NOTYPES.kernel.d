/* @feed: live */
/* @at: 5 `jiffies_to_msecs */
BEGIN
{
	trace(`jiffies_to_msecs);
}

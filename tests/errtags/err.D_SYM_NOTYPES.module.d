/* @feed: live */
/* @at: 5 vmlinux`jiffies_to_msecs */
BEGIN
{
	trace(vmlinux`jiffies_to_msecs);
}

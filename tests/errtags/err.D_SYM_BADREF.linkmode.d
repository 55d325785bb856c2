/* @opts: -x linkmode=dynamic */
/* @at: 5 `jiffies_read */
BEGIN
{
	trace(`jiffies_read);
}

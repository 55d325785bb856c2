BEGIN
{
	trace(curpsinfo->pr_time);
}

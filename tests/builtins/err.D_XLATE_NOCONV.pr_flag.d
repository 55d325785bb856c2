BEGIN
{
	trace(curpsinfo->pr_flag);
}

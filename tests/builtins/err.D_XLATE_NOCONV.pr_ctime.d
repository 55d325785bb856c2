BEGIN
{
	trace(curpsinfo->pr_ctime);
}

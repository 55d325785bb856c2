BEGIN
{
	trace(curpsinfo->pr_pctcpu);
}

BEGIN
{
	trace(curpsinfo->pr_pctmem);
}

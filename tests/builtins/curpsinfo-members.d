/* @opts: -q */
BEGIN
{
	this->a = (int64_t)curpsinfo->pr_nlwp;
	this->a = (int64_t)curpsinfo->pr_addr;
	this->a = (int64_t)curpsinfo->pr_ttydev;
	this->a = (int64_t)curpsinfo->pr_start;
	this->a = (int64_t)curpsinfo->pr_wstat;
	this->a = (int64_t)curpsinfo->pr_argc;
	this->a = (int64_t)curpsinfo->pr_argv;
	this->a = (int64_t)curpsinfo->pr_envp;
	this->a = (int64_t)curpsinfo->pr_taskid;
	this->a = (int64_t)curpsinfo->pr_projid;
	this->a = (int64_t)curpsinfo->pr_nzomb;
	this->a = (int64_t)curpsinfo->pr_poolid;
	this->a = (int64_t)curpsinfo->pr_zoneid;
	this->a = (int64_t)curpsinfo->pr_contract;
	printf("%d\n", sizeof (psinfo_t) > 0);
	exit(0);
}

/* @opts: -q */
BEGIN
{
	this->a = (int64_t)curlwpsinfo->pr_flag;
	this->a = (int64_t)curlwpsinfo->pr_lwpid;
	this->a = (int64_t)curlwpsinfo->pr_addr;
	this->a = (int64_t)curlwpsinfo->pr_state;
	this->a = (int64_t)curlwpsinfo->pr_syscall;
	this->a = (int64_t)curlwpsinfo->pr_pri;
	this->a = (int64_t)curlwpsinfo->pr_onpro;
	printf("%d\n", sizeof (lwpsinfo_t) > 0);
	exit(0);
}

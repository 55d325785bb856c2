/* @opts: -q */
/* @feed: live */
/* @filter: grep -v int | sed "s@\"[^ ]*dtrace .*-q@\"dtrace -q@" */
/* A native record's text is a string: it can be compared, is shown by print(), and is nothing to write to. */
BEGIN
{
	this->p = curthread->t_proc;
	printf("%d %d\n", this->p->p_name == execname, sizeof(this->p->p_name) == sizeof(string));
	this->name = &this->p->p_name;
	printf("%d %d\n", *this->name == execname, offsetof(proc_t, p_args) - offsetof(proc_t, p_name));
	print(*this->p);
	exit(0);
}

/* @opts: -q */
/* A signal whose member n holds n, as siginfo_t shows it. */
BEGIN
{
	this->s = (signal_t *)alloca(sizeof (signal_t));
	this->s->sg_signo = 1;
	this->s->sg_errno = 2;
	this->s->sg_code = 3;
	this->s->sg_pid = 4;
	this->s->sg_uid = 5;
	this->s->sg_status = 6;
	this->s->sg_addr = 7;
	print(xlate <siginfo_t> (this->s));
	printf("\n");
	exit(0);
}

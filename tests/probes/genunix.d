/* @opts: -q */
/* Scripts name Solaris' kernel as the module of these providers; the probes here have none. */
io:genunix::start,
io:genunix::done,
proc:genunix::exec-success,
sched:unix::on-cpu
/0/
{
	printf("%s", probemod);
}

BEGIN
{
	printf("enabled\n");
	exit(0);
}

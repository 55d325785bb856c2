/* @E: demo */
/* @opts: -q */
/* create is start and lwp-create is lwp-start, by the names of old; an exit says why. */
proc:::create,
proc:::start
{
	@[probename, args[0]->pr_fname] = count();
}

proc:::lwp-create,
proc:::lwp-start
{
	@[probename, args[1]->pr_fname] = count();
}

proc:::exit
/args[1] == CLD_EXITED/
{
	@[probename, execname] = count();
}

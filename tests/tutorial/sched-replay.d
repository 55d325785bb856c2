/* @opts: -q */
/* @E: demo */
/* Who was on the processors most often, from a trace. */
sched:::on-cpu
/execname == "sqlservr.exe" || execname == "notepad.exe"/
{
	@[execname] = count();
}

END
{
	printa("%s\n", @);
}

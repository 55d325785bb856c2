/* Over a trace of Windows, exit has the exit code first, as scripts for Windows expect. */
/* @E: pv-diaghub-kernel.etl */
/* @opts: -q */
proc:::exit
{
	printf("%s %d %d\n", execname, args[0], args[1] == CLD_EXITED);
}

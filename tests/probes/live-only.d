/* @E: demo */
/* @status: 1 */
/* A trace of Windows has no counters of Linux. */
sysinfo:::readch
{
	exit(0);
}

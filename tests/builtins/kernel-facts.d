/* @feed: live */
/* @needs: root */
/* @opts: -q */
/* Facts about the system under the names that other kernels have for them. */
BEGIN
{
	this->load = `hp_avenrun[0] / 65536;
	printf("%d %d\n", this->load < 1000, `hp_avenrun[2] / 256 == `avenrun[2]);
	printf("%d %d %d\n", `freemem > 0, `freemem < `physmem, `physmem * `_pagesize > 1 << 24);
	printf("%d %d\n", unix`ncpus >= `ncpus_online, genunix`ncpus_online > 0);
	printf("%d %d\n", `lbolt == timestamp / (1000000000 / `hz), `time == walltimestamp / 1000000000);
	printf("%s %s\n", `utsname.sysname, `utsname.machine);
	exit(0);
}

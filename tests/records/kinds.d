/* @cmd: scene_versions records 3 */
/*
 * A record of every header kind: who it belongs to, what its header says, and where its payload begins, whatever stands
 * between.  Those without a time of their own happen when the one before them did.
 */
#pragma D option quiet

BEGIN
{
	last = 0;
	started = 0;
}

diag:::events
/arg0 && arg3 && stringof(arg4) == "system"/
{
	started = 1;
}

diag:::events
/started/
{
	this->head = (unsigned char *)(arg4 - 4);
	printf("%-16s %s id %d = %d op %d v%d ptr %d by %d/%d %s +%d\n", stringof(arg4), stringof(arg0), arg1,
	    *(uint16_t *)this->head, arg2, this->head[2], this->head[3], pid, tid, execname,
	    (timestamp - last) / 1000);
	last = timestamp;
}

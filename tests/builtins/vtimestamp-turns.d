/* @E: demo --scene turns */
/* @opts: -q */
/* The times of a thread on its CPU add up: 10, 20 and 40 us of this one, after 2 at the start. */
sched:::on-cpu
/tid == 1504 && timestamp > 100000/
{
	printf("on %d\n", vtimestamp / 1000);
}

sched:::off-cpu
/tid == 1504 && timestamp > 100000/
{
	printf("off %d\n", vtimestamp / 1000);
}

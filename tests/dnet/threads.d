/* @E: demo --scene clr */
/* @opts: -q */
/* The thread pool: its threads, and how it decides on their number. */
dnet:::io-*,
dnet::thread:thr-*
{
	printf("%s: %d active, %d retired, runtime %d\n", probename, args[0]->ti_active, args[0]->ti_retired,
		args[0]->ti_instance);
}

dnet:::adj,
dnet:::adj-adj,
dnet:::adj-stats
{
	printf("%s ", probename);
	print(*args[0]);
	printf("\n");
}

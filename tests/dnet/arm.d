/* @E: demo --scene clr */
/* @opts: -q */
/* What application domains use: memory and threads. */
dnet:::mem-allocate,
dnet:::mem-survive
{
	printf("%s ", probename);
	print(*args[0]);
	printf("\n");
}

dnet::arm:thr-create,
dnet::arm:thr-enter,
dnet::arm:thr-exit
{
	printf("%s ", probename);
	print(*args[0]);
	printf("\n");
}

/* @E: demo --scene clr */
/* @opts: -q */
/* The heap: its generations after a collection, its segments, and what is allocated. */
dnet:::heapstat,
dnet:::seg-create,
dnet:::seg-free
{
	printf("%s ", probename);
}

dnet:::heapstat
{
	print(*args[0]);
	printf("\n");
}

dnet:::seg-create,
dnet:::seg-free
{
	print(*args[0]);
	printf("\n");
}

dnet:::allocate-tick
{
	print(*args[0]);
	printf("\n");
}

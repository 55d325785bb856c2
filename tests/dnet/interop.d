/* @E: demo --scene clr */
/* @opts: -q */
/* Stubs between managed and native code: made, and found in the cache. */
dnet:::stub-gen,
dnet:::stub-hit
{
	printf("%s ", probename);
	print(*args[0]);
	printf("\n");
}

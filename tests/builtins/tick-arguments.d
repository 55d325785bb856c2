/* @opts: -q */
/* A tick has the kernel's or the user's program counter, as profile has. */
tick-10ms
/(arg0 != 0) ^^ (arg1 != 0)/
{
	printf("%d %d\n", args[0] == arg0, args[1] == arg1);
	exit(0);
}

/* @E: demo --scene interrupts */
/* @opts: -q */
dpc:::timer
{
	printf("%d %d\n", args[0] == arg0, args[1] == 0xfffff800002000c0);
}

/* @E: demo --scene clr --version 1 --ptr 4 */
/* @opts: -q */
/* arg0 is the payload, as it stands in the trace; before it are the event's id, its version, and the pointer size. */
dnet:::gc-start
{
	printf("id %d version %d arch %d: %d bytes, count %d, instance %d\n", *(uint16_t *)(arg0 - 4),
		*(uint8_t *)(arg0 - 2), *(uint8_t *)(arg0 - 1), arg1, *(uint32_t *)arg0, *(uint16_t *)(arg0 + 16));
	printf("arch %d %d version %d %d length %d\n", arg2, args[2], arg3, args[3], args[1]);
}

dnet:::appdomain-load
{
	printf("%s\n", wstringof((void *)(arg0 + 12)));
}

/* @E: demo --scene clr --version 1 --ptr 8 */
/* @opts: -q */
/* Nothing behind the payload can be read through it. */
dnet:::gc-end
/arg3 == 1 && *(uint16_t *)(arg0 + 8) == 7/
{
	trace(*(uint16_t *)(arg0 + arg1 + 4096));
}

ERROR
{
	printf("fault %d\n", arg4);
}

/* @E: demo --scene orphans */
/* @opts: -q */
/* Records of providers that none of our probes can show, with the payload behind its header. */
diag:::ignored
{
	@[stringof(args[0])] = count();
}

diag:::ignored
/args[3] == 4/
{
	printf("id %d opcode %d length %d: %c%c, %d %d\n", args[1], args[2], args[3], *(char *)arg4, *(char *)(arg4 + 3),
	    *(uint8_t *)(arg4 - 2), *(uint8_t *)(arg4 - 1));
}

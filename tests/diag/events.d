/* @E: demo --scene machine */
/* @opts: -q */
/* Every record: of the configuration group so many. */
diag:::events
/stringof(args[0]) == "{01853a65-418f-4f36-aefc-dc0f1d2fd235}"/
{
	@[args[2]] = count();
}

diag:::events
/args[2] == 28 && args[3] == 8/
{
	printf("%d %d, %d %d\n", *(uint32_t *)arg4, *(uint32_t *)(arg4 + 4), *(uint8_t *)(arg4 - 2),
	    *(uint8_t *)(arg4 - 1));
}

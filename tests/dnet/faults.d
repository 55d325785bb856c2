/* @E: demo --scene clr */
/* @opts: -q */
/* Exceptions and locks. */
dnet:::excp
{
	print(*args[0]);
	printf("\n%s inner, %s rethrown\n", args[0]->ex_flags & NET_EXCP_INNER ? "has" : "no",
		args[0]->ex_flags & NET_EXCP_RETHROWN ? "is" : "not");
}

dnet:::lck-wait,
dnet:::lck-done
{
	printf("%s ", probename);
	print(*args[0]);
	printf("\n");
}

/* @E: demo --scene orphans --lost-events 120 --lost-buffers 3 */
/* @opts: -q */
/* Losses: as the session's records tell them, and at the end what it counted. */
diag:::lostevent
{
	printf("%d events, %d buffers, says %s\n", args[0], args[1], stringof(args[2]));
}

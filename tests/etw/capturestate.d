/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* The events by which a provider tells its state. */
{FEEDF00D-4444-4d4d-9301-020304050607}:::capturestate
{
	printf("%s %d\n", probeprov, arg1);
}

windows-kernel-process:::capturestate
{
	@[etwname] = count();
}

/* @E: demo */
/* @opts: -q */
/* A whole trace has no losses, nor stacks without events. */
diag:::lostevent, diag:::missed-stack, diag:::missed-ustack, diag:::missed-dnet-stack
{
	printf("%s\n", probename);
}

END
{
	printf("done\n");
}

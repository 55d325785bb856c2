/* @cmd: scene_versions net 1 2 */
/* A failure names its protocol; since version 2 also why. */
tcpip:::fail
{
	printf("%s %s %d %d %s\n", execname, probename, args[0], args[1],
	    arg1 == ERROR_TIMEWAIT_ADDRESS_EXIST ? "in TIME_WAIT" : "?");
}

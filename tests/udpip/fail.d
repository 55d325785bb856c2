/* @cmd: scene_versions net 1 2 */
udpip:::fail
{
	printf("%s %d %d\n", probename, args[0], args[1]);
}

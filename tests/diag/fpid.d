/* @cmd: scene_versions orphans 0 */
/* Records of the function tracing agent. */
diag:::fpid
{
	printf("%s %x %d %d\n", args[0] ? "return" : "entry", args[1], args[2], args[3]);
}

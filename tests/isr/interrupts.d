/* @cmd: scene_versions interrupts 1 2 */
/* An interrupt of a line and one of a message; version 1 does not know vectors, nor messages. */
isr:::isr
{
	printf("%s:%s:%s %x %d us returned %d vector %x message %d cpu %d %s\n", probeprov, probefunc, probename, arg1,
	    (timestamp - arg0) / 1000, args[2], args[3], args[4], cpu, execname);
}

/* @cmd: scene_versions machine 2 3 */
/* arg0 is the record as it stands in the trace, behind four bytes of header. */
hwconfig:::dpi
{
	printf("%d %d, %d bytes, 64-bit: %d, version %d; %d %d\n", *(uint32_t *)arg0, *(uint32_t *)(arg0 + 4), arg1, arg2,
	    arg3, *(uint8_t *)(arg0 - 2), *(uint8_t *)(arg0 - 1));
	printf("%d %d %d\n", args[1], args[2], args[3]);
}

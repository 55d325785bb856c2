/* @E: demo --scene machine --version 1 --ptr 4 */
/* @opts: -q -x strsize=2k */
/* Version 1 of some of them, whose texts are in arrays. */
windows-kernel-systemconfig::SystemConfig-Services:event,
windows-kernel-systemconfig::SystemConfig-NIC:event,
windows-kernel-systemconfig::SystemConfig-CPU:event
{
	printf("%s\n", etwprops("plain"));
}

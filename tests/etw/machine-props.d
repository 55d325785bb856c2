/* @E: demo --scene machine */
/* @opts: -q -x strsize=2k */
/* What the machine is, by the schemas of its records. */
windows-kernel-systemconfig:::events
{
	printf("%s\n", etwprops("plain"));
}

windows-kernel-systemconfig::SystemConfig-NIC:event
{
	printf("%s, %d bytes of address\n", args[0]->NICDescription, args[0]->PhysicalAddrLen);
}

/* @E: demo --scene clr */
/* @opts: -q */
/* Signatures of assemblies and files, checked. */
dnet::security:
{
	printf("%s: %s flags %d error %x runtime %d\n", probename, args[0]->sn_name, args[0]->sn_flags,
		args[0]->sn_error, args[0]->sn_instance);
}

/* @cmd: scene_versions machine 0 1 2 3 4 5 */
/* What older systems did not say is 0 or "". */
hwconfig:::cpu
{
	printf("cpu %d MHz x %d, %s.%s, siblings %x, architecture %d, highest %x\n", args[0]->cpu_mhz,
	    args[0]->cpu_count, args[0]->cpu_computer, args[0]->cpu_domain, args[0]->cpu_htflag,
	    args[0]->cpu_architecture, args[0]->cpu_highest);
}

hwconfig:::nic
{
	printf("nic %s %x/%d index %d %d: %s dns %s mask %s dhcp %s gateway %s wins %s\n", args[0]->nic_name,
	    args[0]->nic_mac, args[0]->nic_maclen, args[0]->nic_ipv4index, args[0]->nic_ipv6index,
	    args[0]->nic_addresses, args[0]->nic_dns, args[0]->nic_mask, args[0]->nic_dhcp, args[0]->nic_gateway,
	    args[0]->nic_wins);
}

hwconfig:::service
{
	printf("service %d %s (%s) %s state %d tag %d group %s of %s\n", args[0]->svc_pid, args[0]->svc_name,
	    args[0]->svc_display, args[0]->svc_process, args[0]->svc_state, args[0]->svc_tag, args[0]->svc_group,
	    args[0]->svc_svchost);
}

hwconfig:::irq
{
	printf("irq %d:%d of %x %s\n", args[0]->irq_group, args[0]->irq_number, args[0]->irq_affinity,
	    args[0]->irq_device);
}

hwconfig:::pnp
{
	printf("pnp %s %s: %s, %s %s %s %s/%s %x %d\n", args[0]->pnp_class, args[0]->pnp_id, args[0]->pnp_description,
	    args[0]->pnp_name, args[0]->pnp_object, args[0]->pnp_service, args[0]->pnp_upper, args[0]->pnp_lower,
	    args[0]->pnp_status, args[0]->pnp_problem);
}

hwconfig:::disk-log
{
	printf("drive %s %s, %d of %d clusters free\n", args[0]->ld_drive, args[0]->ld_filesystem, args[0]->ld_free,
	    args[0]->ld_total);
}

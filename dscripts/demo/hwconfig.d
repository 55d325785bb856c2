#!/usr/sbin/dtrace -s
/*
 * hwconfig.d - the hardware of this machine, or of the machine where a trace was recorded.
 *
 *	dtrace -s hwconfig.d -c true		this machine
 *	dtrace -E trace.etl -s hwconfig.d	over a trace
 *
 * Prints all that is known about processors, disks, network, graphics and firmware, item by item;
 * one line for each service, device and interrupt, since there are hundreds of them; and at the end
 * the number of items of each kind.
 */
#pragma D option quiet

hwconfig:::cpu { print(*args[0]); printf("\n"); }
hwconfig:::processor { print(*args[0]); printf("\n"); }
hwconfig:::platform { print(*args[0]); printf("\n"); }
hwconfig:::boot { print(*args[0]); printf("\n"); }
hwconfig:::virtualization { print(*args[0]); printf("\n"); }
hwconfig:::code-integrity { print(*args[0]); printf("\n"); }
hwconfig:::dev-family { print(*args[0]); printf("\n"); }
hwconfig:::power { print(*args[0]); printf("\n"); }
hwconfig:::disk-phy { print(*args[0]); printf("\n"); }
hwconfig:::disk-log { print(*args[0]); printf("\n"); }
hwconfig:::disk-optical { print(*args[0]); printf("\n"); }
hwconfig:::ide { print(*args[0]); printf("\n"); }
hwconfig:::defrag { print(*args[0]); printf("\n"); }
hwconfig:::nic { print(*args[0]); printf("\n"); }
hwconfig:::network { print(*args[0]); printf("\n"); }
hwconfig:::video { print(*args[0]); printf("\n"); }
hwconfig:::dpi { print(*args[0]); printf("\n"); }
hwconfig:::flight-ids { print(*args[0]); printf("\n"); }
hwconfig:::telemetry { print(*args[0]); printf("\n"); }

hwconfig:::service
{
	printf("service %-30s pid %5d state %d in %s\n", args[0]->svc_name, args[0]->svc_pid, args[0]->svc_state,
	    args[0]->svc_process);
}

hwconfig:::pnp
{
	printf("device  %-30s %s\n", args[0]->pnp_name == "" ? args[0]->pnp_description : args[0]->pnp_name,
	    args[0]->pnp_id);
}

hwconfig:::irq
{
	printf("irq     %-30d %s\n", args[0]->irq_number, args[0]->irq_device);
}

hwconfig:::
{
	@[probename] = count();
}

END
{
	printf("\n");
	printa("%-16s %@d\n", @);
}

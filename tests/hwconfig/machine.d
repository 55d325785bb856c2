/* @cmd: scene_versions machine 1 3 5 */
/* Each thing that a trace says about its machine, whole. */
hwconfig:::cpu, hwconfig:::disk-phy
{
	printf("%s:%s:%s ", probeprov, probefunc, probename);
	printf("\n");
}

hwconfig:::cpu { print(*args[0]); printf("\n"); }
hwconfig:::disk-phy { print(*args[0]); printf("\n"); }
hwconfig:::disk-log { print(*args[0]); printf("\n"); }
hwconfig:::nic { print(*args[0]); printf("\n"); }
hwconfig:::video { print(*args[0]); printf("\n"); }
hwconfig:::service { print(*args[0]); printf("\n"); }
hwconfig:::power { print(*args[0]); printf("\n"); }
hwconfig:::network { print(*args[0]); printf("\n"); }
hwconfig:::disk-optical { print(*args[0]); printf("\n"); }
hwconfig:::irq { print(*args[0]); printf("\n"); }
hwconfig:::pnp { print(*args[0]); printf("\n"); }
hwconfig:::ide { print(*args[0]); printf("\n"); }
hwconfig:::platform { print(*args[0]); printf("\n"); }
hwconfig:::dpi { print(*args[0]); printf("\n"); }
hwconfig:::code-integrity { print(*args[0]); printf("\n"); }
hwconfig:::telemetry { print(*args[0]); printf("\n"); }
hwconfig:::defrag { print(*args[0]); printf("\n"); }
hwconfig:::dev-family { print(*args[0]); printf("\n"); }
hwconfig:::flight-ids { print(*args[0]); printf("\n"); }
hwconfig:::processor { print(*args[0]); printf("\n"); }
hwconfig:::virtualization { print(*args[0]); printf("\n"); }
hwconfig:::boot { print(*args[0]); printf("\n"); }

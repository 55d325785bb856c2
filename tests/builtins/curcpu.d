/* @opts: -q */
BEGIN
{
	printf("%d%d\n", curcpu->cpu_id == cpu, cpu >= 0);
	printf("%d%d%d\n", curcpu->cpu_pset == pset, curcpu->cpu_chip == chip, curcpu->cpu_lgrp == lgrp);
	exit(0);
}

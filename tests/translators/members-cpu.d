/* @opts: -q */
/* A CPU whose member n holds n, as cpuinfo_t shows it. */
BEGIN
{
	this->c = (cpu_t *)alloca(sizeof (cpu_t));
	this->c->c_id = 1;
	this->c->c_chip = 2;
	this->c->c_lgrp = 3;
	this->c->c_pset = 4;
	print(xlate <cpuinfo_t> (this->c));
	printf("\n");
	exit(0);
}

/* whole */
/* Where arg1 is 0 the clause faults: in the DIF machine, to which the kernel leaves it. */
syscall::sched_get_priority_max:entry
/pid == $target/
{
	this->q = arg0 / arg1 + (uint64_t)arg0 % (uint64_t)(arg2 | 1) - arg0 % arg1;
	@ = sum(this->q);
	@n = count();
}

dtrace:::ERROR
{
	@faults[arg4] = count();
}

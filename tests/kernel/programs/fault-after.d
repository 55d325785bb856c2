/* either */
/* A fault after an effect: the kernel can't hand the clause over, so all of it runs here. */
syscall::getpgid:entry
/pid == $target/
{
	@n = count();
	@ = sum(arg0 / arg1);
}

dtrace:::ERROR
{
	@faults[arg4] = count();
}

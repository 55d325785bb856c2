/* split */
syscall::read:entry
/pid == $target/
{
	self->b = arg1;
}

syscall::read:return
/self->b && arg0 == 10/
{
	printf("%s\n", copyinstr(self->b));
	self->b = 0;
}

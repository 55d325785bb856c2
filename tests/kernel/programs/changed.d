/* split */
/* What the predicate reads changes at the same event, before it. */
self int64_t y;

syscall::getpgid:entry
/pid == $target/
{
	self->y = arg1;
}

syscall::getpgid:entry
/self->y == 3/
{
	printf("%d %d\n", self->y, arg2);
	self->y = 0;
}

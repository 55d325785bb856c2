/* split */
self int64_t x;
self int64_t y;

/* Clauses here and in the kernel, one after the other, at one probe. */
syscall::sched_get_priority_max:entry
/pid == $target && arg1 == 3 && arg2 < 200/
{
	printf("before %d %d\n", self->x, self->y);
	self->x = self->x + 1;
}

syscall::sched_get_priority_max:entry
/pid == $target && arg1 == 3 && arg2 < 200/
{
	self->y = self->x * 2 + arg2;
	this->z = self->y & 15;
	@sum = sum(self->y);
}

syscall::sched_get_priority_max:entry
/pid == $target && arg1 == 3 && arg2 < 200 && self->y > 4/
{
	printf("after %d %d %d %s\n", self->x, self->y, this->z, probefunc);
	self->x = self->x > 20 ? 0 : self->x;
}

/* split */
/* The last piece may fault, so that it runs here; the pieces of the ifs run in the kernel. */
self int64_t x;

syscall::sched_get_priority_max:entry
/pid == $target && arg0 < 0/
{
	if (arg1) {
		if (arg2) {
			self->x += arg0;
		}
		@a = count();
	} else {
		@b = count();
	}
	@c[probename] = lquantize(4095, -50, 500, 25);
	this->t = 65536 / (errno | 1);
}

syscall::sched_get_priority_max:entry
/pid == $target && arg2 == 3/
{
	printf("%d\n", self->x);
	self->x = 0;
}

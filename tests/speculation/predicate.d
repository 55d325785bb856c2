/* The textbook case: the story of a thread is told only if it ends badly. */
/* @opts: -q */
int n;

tick-10ms
/n < 3/
{
	self->s = speculation();
	speculate(self->s);
	printf("start %d\n", n);
}

tick-10ms
/n < 3/
{
	speculate(self->s);
	printf("more %d\n", n);
}

tick-10ms
/n == 1/
{
	commit(self->s);
}

tick-10ms
/n != 1/
{
	discard(self->s);
}

tick-10ms
/n++ == 3/
{
	exit(0);
}

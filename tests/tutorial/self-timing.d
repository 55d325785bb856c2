/* @feed: live */
/* @needs: root */
/* @cmd: dtrace -q -s $case -c 'sleep 0.05' 2>/dev/null | grep slept */
/* How long the command slept, in units of 10 ms. */
syscall::clock_nanosleep:entry
/pid == $target/
{
	self->ts = timestamp;
}

syscall::clock_nanosleep:return
/self->ts/
{
	this->ms = (timestamp - self->ts) / 1000000;
	printf("slept %s\n", this->ms >= 50 && this->ms < 500 ? "as asked" : "otherwise");
	self->ts = 0;
}

/* @feed: live */
/* @needs: root */
/* @cmd: dtrace -s $case -c 'cat /etc/passwd' 2>/dev/null | grep -E 'read|value|Distribution' | awk '{ print $1, $2 ~ /Distribution/ || /Distribution/ }' */
syscall::read:entry
/pid == $target/
{
	self->ts = timestamp;
}

syscall::read:return
/self->ts/
{
	@[probefunc] = quantize(timestamp - self->ts);
	self->ts = 0;
}

/* @feed: live */
/* @needs: root cmd:python3 */
/* @cmd: dtrace -q -s "$case" -c "python3 -c \"import os; os.writev(os.open('/dev/null', 1), [b'one', b'vector text'])\"" */
/* Addresses that the clause computes, of data that is gone when the clause runs. */
struct piece {
	uintptr_t p_base;
	size_t p_len;
};

syscall::writev:entry
/pid == $target/
{
	this->v = (struct piece *)copyin(arg1 + sizeof (struct piece), sizeof (struct piece));
	this->p = (userland struct piece *)arg1;
	printf("%d %d %d\n", this->v->p_len, this->p->p_len, this->p[1].p_len);
	printf("%s\n", stringof(copyin(this->p[1].p_base, this->p[1].p_len)));
	printf("%s\n", stringof(copyin(this->p->p_base + 1, 2)));
}

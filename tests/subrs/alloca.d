/* Scratch lasts until the end of the clause, starts zeroed, and its blocks are 8-aligned and apart. */
/* @opts: -q */
BEGIN
{
	this->p = (char *)alloca(3);
	this->q = (int *)alloca(8);
	this->p[0] = 'x';
	this->p[2] = 'z';
	this->q[1] = -5;
	printf("%c%c%c %d %d\n", this->p[0], this->p[1] + '.', this->p[2], this->q[0], this->q[1]);
	printf("%d %d\n", (uintptr_t)this->p & 7, (uintptr_t)this->q & 7);
	printf("%d %d\n", (uintptr_t)this->q - (uintptr_t)this->p >= 3, alloca(0) != NULL);
	exit(0);
}

/* In BEGIN there is no stack; a depth is a constant. */
/* @opts: -q */
BEGIN
{
	printf("a");
	stack(); stack(3); ustack(); ustack(2, 0); jstack(); jstack(3, 64);
	@k[stack(4)] = count();
	@u[ustack(4), jstack()] = count();
	printf("b%k|\n", stack(2));
	exit(0);
}

/* @opts: -q */
/* @args: t_tid */
BEGIN
{
	printf("%d\n", curthread->$1 == curthread->t_tid);
	exit(0);
}

/* @opts: -q */
/* Names that the libraries give to numbers of the system. */
BEGIN
{
	printf("%d %d %d %d\n", EPERM, ENOENT, EINTR, EINVAL);
	printf("%d %d %d %d\n", SIGHUP, SIGINT, SIGKILL, SIGTERM);
	printf("%d %d %d %o\n", O_RDONLY, O_WRONLY, O_RDWR, O_CREAT);
	printf("%d %d %d\n", CLD_EXITED, CLD_KILLED, CLD_DUMPED);
	exit(0);
}

/* @cmd: dtrace -e -s $case */
provider demo {
	probe start(int, char *);
	probe done__now(int a) : (long a);
};

BEGIN
{
	exit(0);
}

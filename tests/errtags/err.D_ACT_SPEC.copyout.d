BEGIN
{
	speculate(1);
	copyout(alloca(1), 1, 1);
}

BEGIN
{
	trace(mutex_owned(NULL));
	exit(0);
}

BEGIN
{
	trace(mutex_owned(NULL));
}

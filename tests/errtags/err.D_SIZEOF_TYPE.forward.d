struct fwd;
BEGIN
{
	trace(sizeof (struct fwd));
}

/* These keywords are names after . and -> and in offsetof. */
BEGIN
{
	trace(curpsinfo->probe);
}

/* @filter: sed 's/^  [0-9] /  0 /' */
BEGIN
{
	trace(1);
	trace((char)2);
	trace((short)3);
	trace((long long)4);
	trace("five");
	exit(0);
}

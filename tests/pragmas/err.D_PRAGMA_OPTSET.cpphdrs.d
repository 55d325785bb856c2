#pragma D option cpphdrs

BEGIN
{
	trace(1);
	exit(0);
}

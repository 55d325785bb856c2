#pragma D option zdefs=yes

BEGIN
{
	trace(1);
	exit(0);
}

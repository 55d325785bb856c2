#pragma D option amin=Evolving/Evolving/Common
int x;
#pragma D attributes Unstable/Unstable/Common x

dtrace:::BEGIN
{
	trace(x);
	exit(0);
}

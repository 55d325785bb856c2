/* @opts: -q */
#pragma D option destructive
BEGIN
{
	system("echo yes");
	exit(0);
}

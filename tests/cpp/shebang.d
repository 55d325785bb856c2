/* @cmd: d=$(mktemp -d); { echo '#!/usr/sbin/dtrace -s'; cat $case; } >$d/x.d; dtrace -E $trace -q -C -s $d/x.d; rm -r $d */
/* the line with #! counts */
#define LINE __LINE__
BEGIN
{
	printf("%d\n", LINE);
	exit(0);
}

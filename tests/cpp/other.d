/* @cmd: d=$(mktemp -d); printf "#!/bin/sh\nsed s/1/2/" >$d/pp; chmod +x $d/pp; dtrace -E $trace -C -q -X c -x cpppath=$d/pp -s $case; rm -r $d */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}

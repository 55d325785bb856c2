/* @cmd: dtrace -qs $case */
#!/usr/sbin/dtrace -qs
BEGIN
{
	printf("1\n");
}

	#! any such line is skipped "
BEGIN
{
	#!this too
	exit(0);
}

/* @E: demo --scene file */
/* @opts: -q */
fsinfo:::create
{
	printf("%s %s%s%s %s%s %s\n", args[0]->fi_disposition == FILE_OPEN ? "open" :
		args[0]->fi_disposition == FILE_OPEN_IF ? "open or create" : "?",
		args[0]->fi_cflags & FILE_DIRECTORY_FILE ? "directory" : "",
		args[0]->fi_cflags & FILE_NON_DIRECTORY_FILE ? "file" : "",
		args[0]->fi_cflags & FILE_SYNCHRONOUS_IO_NONALERT ? ", synchronous" : "",
		args[0]->fi_sflags & FILE_SHARE_READ ? "read" : "", args[0]->fi_sflags & FILE_SHARE_WRITE ? "+write" : "",
		args[0]->fi_aflags == FILE_ATTRIBUTE_NORMAL ? "normal" : "");
}

fsinfo:::read
/args[0]->fi_oflags & IRP_READ_OPERATION/
{
	printf("a read%s\n", args[0]->fi_oflags & IRP_DEFER_IO_COMPLETION ? ", deferred" : "");
}

fsinfo:::write
/args[0]->fi_oflags & IRP_WRITE_OPERATION/
{
	printf("a write\n");
}

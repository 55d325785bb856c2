/* @E: demo --scene registry */
/* @opts: -q */
reg:::open,
reg:::enumkey,
reg:::query,
reg:::queryvalue
/args[0]->r_status != STATUS_SUCCESS/
{
	printf("%s %s: %s\n", probename, args[0]->r_key, args[0]->r_status == STATUS_OBJECT_NAME_NOT_FOUND ? "no such key" :
		args[0]->r_status == STATUS_NO_MORE_ENTRIES ? "that was all" :
		args[0]->r_status == STATUS_BUFFER_OVERFLOW ? "buffer too small" :
		args[0]->r_status == STATUS_KEY_DELETED ? "deleted" : "?");
}

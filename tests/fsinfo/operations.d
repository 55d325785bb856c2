/* @cmd: rm -f "$work/first"; for v in 2 3; do for p in 4 8; do trace_get "demo --scene file --version $v --ptr $p"; dtrace -qs "$case" -E "$trace" >"$work/o"; [ -f "$work/first" ] || { cp "$work/o" "$work/first"; cat "$work/o"; }; cmp "$work/first" "$work/o" && echo "version $v, $p bytes"; done; done */
/*
 * Every operation as it begins: who, on what file, and what of its own.  The records name the thread in the payload,
 * their headers another.
 */
fsinfo:::create
{
	printf("%-9s %s %d %s options %x disposition %d attributes %x share %x\n", probename, execname, tid,
		args[0]->fi_pathname, args[0]->fi_cflags, args[0]->fi_disposition, args[0]->fi_aflags, args[0]->fi_sflags);
}

fsinfo:::read,
fsinfo:::write
{
	printf("%-9s %s %d %s offset %d bytes %d flags %x\n", probename, execname, tid, args[0]->fi_pathname,
		args[0]->fi_offset, args[0]->fi_bcount, args[0]->fi_oflags);
}

fsinfo:::setinfo,
fsinfo:::queryinfo,
fsinfo:::fscontrol,
fsinfo:::rename,
fsinfo:::delete
{
	printf("%-9s %s %d %s class %d value %x\n", probename, execname, tid, args[0]->fi_pathname, args[0]->fi_class,
		args[0]->fi_extinfo);
}

fsinfo:::direnum,
fsinfo:::dirnotify
{
	printf("%-9s %s %d %s buffer %d class %d index %d pattern '%s'\n", probename, execname, tid,
		args[0]->fi_pathname, args[0]->fi_dbuflen, args[0]->fi_class, args[0]->fi_index, args[0]->fi_dpattern);
}

fsinfo:::flush,
fsinfo:::cleanup,
fsinfo:::close
{
	printf("%-9s %s %d %s offset %d bytes %d\n", probename, execname, tid, args[0]->fi_pathname,
		args[0]->fi_offset, args[0]->fi_bcount);
}

/* @E: demo --scene disk */
/* @opts: -q */
/* The file of a transfer, whenever the trace names it: before, or in the rundown at its end; and drive letters. */
io:::done
{
	printf("%s . %s . %s . %d . %s . %s\n", args[2]->fi_name, args[2]->fi_dirname, args[2]->fi_pathname,
		args[2]->fi_offset, args[2]->fi_fs, args[2]->fi_mount);
	@[args[2]->fi_oflags, args[2]->fi_cflags, args[2]->fi_disposition, args[2]->fi_aflags, args[2]->fi_sflags,
		args[2]->fi_extinfo, args[2]->fi_rstatus] = count();
	@b[args[2]->fi_pathname, args[2]->fi_bcount, args[2]->fi_irp == args[0]->b_addr, args[2]->fi_elapsed] = count();
	@c[args[2]->fi_dbuflen, args[2]->fi_dpattern, args[2]->fi_class, args[2]->fi_index, args[2]->fi_object,
		args[2]->fi_key, args[2]->fi_op] = count();
}

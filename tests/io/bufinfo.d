/* @E: demo --scene disk --ptr 4 */
/* @opts: -q */
/* Every member of bufinfo_t, and the flags of a request by name. */
io:::done
{
	printf("flags %d irp %x%s%s%s count %d addr %x lblk %d blk %d resid %d size %d iodone %x error %d edev %d resp %d\n",
		args[0]->b_flags, args[0]->b_irpflags, args[0]->b_irpflags & IRP_NOCACHE ? " nocache" : "",
		args[0]->b_irpflags & IRP_PAGING_IO ? " paging" : "",
		args[0]->b_irpflags & IRP_SYNCHRONOUS_PAGING_IO ? " sync" : "", args[0]->b_bcount,
		args[0]->b_addr & 0xffff, args[0]->b_lblkno, args[0]->b_blkno, args[0]->b_resid, args[0]->b_bufsize,
		args[0]->b_iodone, args[0]->b_error, args[0]->b_edev, args[0]->resp);
}

/* @E: demo --scene file */
/* @opts: -q */
/* The IRP is the same at the begin and at the end; object and key tell files apart. */
fsinfo:::create,
fsinfo:::read,
fsinfo:::write
{
	self->irp = args[0]->fi_irp;
	self->op = probename;
	@files[args[0]->fi_name, args[0]->fi_object & 0xfffff, args[0]->fi_key & 0xfffff] = count();
}

fsinfo:::done
/self->irp == args[0]->fi_irp && self->op == args[0]->fi_op/
{
	@[self->op, args[0]->fi_rstatus == STATUS_SUCCESS ? "ok" :
		args[0]->fi_rstatus == STATUS_OBJECT_NAME_NOT_FOUND ? "not found" :
		args[0]->fi_rstatus == STATUS_END_OF_FILE ? "end of file" : "?"] = count();
	self->irp = 0;
}

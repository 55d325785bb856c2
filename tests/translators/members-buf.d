/* @opts: -q */
/* A transfer whose members hold different numbers, as bufinfo_t, devinfo_t and fileinfo_t show it. Strings of a native record are read-only, so they are put there by address. */
BEGIN
{
	this->b = (buf_t *)alloca(sizeof (buf_t));
	this->b->b_flags = 1;
	this->b->b_irpflags = 2;
	this->b->b_bcount = 3;
	this->b->b_bufsize = 18;
	this->b->b_addr = 4;
	this->b->b_blkno = 5;
	this->b->b_elapsed = 6;
	this->b->b_error = 7;
	this->b->b_major = 8;
	this->b->b_minor = 9;
	this->b->b_instance = 10;
	this->b->b_offset = 11;
	*(uintptr_t *)((uintptr_t)this->b + offsetof(buf_t, b_devname)) = (uintptr_t)strjoin("text ", "12");
	*(uintptr_t *)((uintptr_t)this->b + offsetof(buf_t, b_statname)) = (uintptr_t)strjoin("text ", "13");
	*(uintptr_t *)((uintptr_t)this->b + offsetof(buf_t, b_devpath)) = (uintptr_t)strjoin("text ", "14");
	*(uintptr_t *)((uintptr_t)this->b + offsetof(buf_t, b_path)) = (uintptr_t)strjoin("/dir 15/", "name 15");
	*(uintptr_t *)((uintptr_t)this->b + offsetof(buf_t, b_fs)) = (uintptr_t)strjoin("text ", "16");
	*(uintptr_t *)((uintptr_t)this->b + offsetof(buf_t, b_mount)) = (uintptr_t)strjoin("text ", "17");
	print(xlate <bufinfo_t> (this->b));
	printf("\n");
	print(xlate <devinfo_t> (this->b));
	printf("\n");
	print(xlate <fileinfo_t> (this->b));
	printf("\n");
	exit(0);
}

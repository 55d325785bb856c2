/* @opts: -q */
/* An operation on a file whose member n holds n, the top byte of f_options 108, as fileinfo_t shows it. */
BEGIN
{
	this->f = (wfileinfo_t *)alloca(sizeof (wfileinfo_t));
	this->f->f_irp = 1;
	this->f->f_object = 2;
	this->f->f_key = 3;
	this->f->f_extra = 4;
	this->f->f_offset = 5;
	this->f->f_size = 6;
	this->f->f_ioflags = 7;
	this->f->f_options = 108 << 24 | 8;
	this->f->f_attributes = 9;
	this->f->f_share = 10;
	this->f->f_class = 11;
	this->f->f_dirlength = 12;
	this->f->f_dirindex = 13;
	this->f->f_status = 14;
	this->f->f_elapsed = 15;
	*(uintptr_t *)((uintptr_t)this->f + offsetof(wfileinfo_t, f_op)) = (uintptr_t)strjoin("text ", "16");
	*(uintptr_t *)((uintptr_t)this->f + offsetof(wfileinfo_t, f_path)) = (uintptr_t)strjoin("/dir 17/", "name 17");
	*(uintptr_t *)((uintptr_t)this->f + offsetof(wfileinfo_t, f_pattern)) = (uintptr_t)strjoin("text ", "18");
	*(uintptr_t *)((uintptr_t)this->f + offsetof(wfileinfo_t, f_fs)) = (uintptr_t)strjoin("text ", "19");
	*(uintptr_t *)((uintptr_t)this->f + offsetof(wfileinfo_t, f_mount)) = (uintptr_t)strjoin("text ", "20");
	print(xlate <fileinfo_t> (this->f));
	printf("\n");
	exit(0);
}

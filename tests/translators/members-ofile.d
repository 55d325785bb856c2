/* @opts: -q */
/* An open file whose member n holds n, as fileinfo_t shows it. */
BEGIN
{
	this->f = (ofile_t *)alloca(sizeof (ofile_t));
	this->f->of_fd = 1;
	this->f->of_flags = 2;
	this->f->of_offset = 3;
	*(uintptr_t *)((uintptr_t)this->f + offsetof(ofile_t, of_path)) = (uintptr_t)strjoin("/dir 4/", "name 4");
	*(uintptr_t *)((uintptr_t)this->f + offsetof(ofile_t, of_fs)) = (uintptr_t)strjoin("text ", "5");
	*(uintptr_t *)((uintptr_t)this->f + offsetof(ofile_t, of_mount)) = (uintptr_t)strjoin("text ", "6");
	print(xlate <fileinfo_t> (this->f));
	printf("\n");
	exit(0);
}

/* @opts: -q */
/* An open file whose member n holds n, as fileinfo_t shows it. */
BEGIN
{
	this->f = (ofile_t *)alloca(sizeof (ofile_t));
	this->f->of_fd = 1;
	this->f->of_flags = 2;
	this->f->of_offset = 3;
	this->f->of_path = (char *)strjoin("/dir 4/", "name 4");
	this->f->of_fs = (char *)strjoin("text ", "5");
	this->f->of_mount = (char *)strjoin("text ", "6");
	print(xlate <fileinfo_t> (this->f));
	printf("\n");
	exit(0);
}

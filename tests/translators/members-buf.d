/* @opts: -q */
/* A transfer whose member n holds n, as bufinfo_t, devinfo_t and fileinfo_t show it. */
BEGIN
{
	this->b = (buf_t *)alloca(sizeof (buf_t));
	this->b->b_flags = 1;
	this->b->b_irpflags = 2;
	this->b->b_bcount = 3;
	this->b->b_addr = 4;
	this->b->b_blkno = 5;
	this->b->b_elapsed = 6;
	this->b->b_error = 7;
	this->b->b_major = 8;
	this->b->b_minor = 9;
	this->b->b_instance = 10;
	this->b->b_offset = 11;
	this->b->b_devname = (char *)strjoin("text ", "12");
	this->b->b_statname = (char *)strjoin("text ", "13");
	this->b->b_devpath = (char *)strjoin("text ", "14");
	this->b->b_path = (char *)strjoin("/dir 15/", "name 15");
	this->b->b_fs = (char *)strjoin("text ", "16");
	this->b->b_mount = (char *)strjoin("text ", "17");
	print(xlate <bufinfo_t> (this->b));
	printf("\n");
	print(xlate <devinfo_t> (this->b));
	printf("\n");
	print(xlate <fileinfo_t> (this->b));
	printf("\n");
	exit(0);
}

/* @opts: -q */
BEGIN
{
	this->dev = (dev_t)(8 << 20 | 17);
	printf("%d %d\n", getmajor(this->dev), getminor(this->dev));
	printf("%d %d\n", getmajor(0xfff << 20), getminor(0xfffff));
	exit(0);
}

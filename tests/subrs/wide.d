/* UTF-16 text to UTF-8: 1, 2, 3 and 4 bytes, half a pair. */
/* @opts: -q */
BEGIN
{
	this->w = (wchar_t *)alloca(24);
	this->w[0] = 'a';
	this->w[1] = 0xe4;
	this->w[2] = 0x20ac;
	this->w[3] = 0xd83d;
	this->w[4] = 0xde00;
	this->w[5] = 0xdc00;
	this->w[6] = 0xd800;
	this->w[7] = 'z';
	printf("%s\n", wstringof(this->w));
	printf("%d %d\n", wstrlen(this->w), strlen(wstringof(this->w)));
	printf("[%s] %d\n", wstringof(this->w + 8), wstrlen(this->w + 8));
	printf("[%s]\n", wstringof(NULL));
	exit(0);
}

/* Cut between characters when strsize is reached, here after 7 bytes of 8. */
/* @opts: -q -x strsize=8 */
BEGIN
{
	this->w = (wchar_t *)alloca(40);
	this->w[0] = this->w[1] = this->w[2] = this->w[3] = this->w[4] = this->w[5] = this->w[6] = 'a';
	this->w[7] = this->w[8] = this->w[9] = this->w[10] = 0xe4;
	printf("%s %d\n", wstringof(this->w), wstrlen(this->w));
	exit(0);
}

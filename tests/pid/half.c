/* A library to load and unload. */
int half(int n)
{
	return n / 2;
}

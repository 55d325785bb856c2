/* A library with code that runs before dlopen() returns; NAME makes several of it. */
#define JOIN(a, b) a##b
#define PLUGIN(name, suffix) JOIN(name, suffix)

static volatile int started;

__attribute__((noinline)) void PLUGIN(NAME, _begin)(int n)
{
	started += n;
}

__attribute__((constructor)) static void construct(void)
{
	PLUGIN(NAME, _begin)(1);
}

__attribute__((noinline)) int PLUGIN(NAME, _work)(int n)
{
	return n * 2 + started;
}

// Exceptions that go through the frames of functions: how often these were entered, and returned.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#define PART extern "C" __attribute__((noinline))

static std::atomic<long> throw_in, throw_out, catch_in, catch_out, again_in, again_out, destroyed;

struct guard {
	~guard()
	{
		destroyed++;
	}
};

// Goes down n calls, and throws there, or returns.
PART int thrower(int n, bool really)
{
	guard g;

	throw_in++;
	if (n == 0 && really)
		throw 42;
	int sum = n == 0 ? 0 : thrower(n - 1, really) + 1;
	throw_out++;
	return sum;
}

PART int again(int n, bool really)
{
	int sum;

	again_in++;
	try {
		sum = thrower(n, really);
	} catch (...) {
		guard g;
		throw;
	}
	again_out++;
	return sum;
}

PART int catcher(int n, bool really)
{
	int sum;

	catch_in++;
	try {
		sum = again(n, really);
	} catch (int v) {
		sum = v;
	}
	catch_out++;
	return sum;
}

static void calls()
{
	for (int i = 0; i < 100; i++)
		catcher(i % 5, i % 2);
}

static void print(const char *name, long in, long out)
{
	std::printf("%s entry %ld\n%s return %ld\n", name, in, name, out);
}

int main(int argc, char **argv)
{
	std::vector<std::thread> all;

	for (int i = 0; i < (argc > 1 ? atoi(argv[1]) : 1); i++)
		all.emplace_back(calls);
	for (auto &t : all)
		t.join();
	print("again", again_in, again_out);
	print("catcher", catch_in, catch_out);
	print("thrower", throw_in, throw_out);
	return destroyed > 0 ? 7 : 1;
}

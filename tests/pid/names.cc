// Names of C++: printed by the program with their counts are the mangled ones that a tracer sees.
#include <cstdio>
#include <stdexcept>

#define PART __attribute__((noinline, noclone))

namespace shop {
struct Stack {
	int depth = 0;
	PART void push(int n) { depth += n; }
	PART void push(const char *) { depth++; }
	template <class T> PART T top(T t) { return t + (T)depth; }
};
PART int thrown(int n)
{
	if (n % 2)
		throw std::runtime_error("odd");
	return n;
}
}

int main()
{
	shop::Stack s;
	long sum = 0;

	for (int i = 0; i < 10; i++) {
		s.push(i);
		s.push("text");
		sum += s.top<long>(i);
		try {
			sum += shop::thrown(i);
		} catch (const std::exception &) {
			sum++;
		}
	}
	std::printf("%ld\n", sum);
	return 0;
}
